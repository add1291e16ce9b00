/** What a toast says. */
export type ToastMessage = {
  severity: 'success' | 'error'
  /** By default 'Success' or 'Error' (requirements 2.toast.1 and 2.toast.2). */
  title?: string | undefined
  text: string
  /** What it is called when it is read aloud, by default 'Success Notification' or 'Error Notification'. */
  label?: string | undefined
  /** Runs when the person closes it or its time is over, not when whoever showed it takes it away. */
  onClose?: (() => void) | undefined
}

/** A toast on the screen. */
export type ShownToast = Required<{ [Key in keyof ToastMessage]: Exclude<ToastMessage[Key], undefined> }> & {
  id: number
}
