/** The content of a toast. */
export type ToastMessage = {
  severity: 'success' | 'error'
  /** By default 'Success' or 'Error' (requirements 2.toast.1 and 2.toast.2). */
  title?: string | undefined
  text: string
  /** The name read aloud, by default 'Success Notification' or 'Error Notification'. */
  label?: string | undefined
  /** Called when the person closes the toast or its time is up, not when the calling code removes it. */
  onClose?: (() => void) | undefined
}

/** A toast on the screen. */
export type ShownToast = Required<{ [Key in keyof ToastMessage]: Exclude<ToastMessage[Key], undefined> }> & {
  id: number
}
