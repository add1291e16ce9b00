/** Milliseconds a toast stays. The timer pauses while the pointer or focus is on it. 9.toast.1, 9.toast.5 */
export const duration = { success: 5000, error: 300_000 }

/** The content of a toast. */
export type ToastMessage = {
  severity: 'success' | 'error'
  /** By default 'Success' or 'Error' (requirements 2.toast.1 and 2.toast.2). */
  title?: string | undefined
  text: string
  /** The name read aloud, by default 'Success Notification' or 'Error Notification'. */
  label?: string | undefined
  /** The card that the person is looking at says the same. On a phone this toast is not drawn over it. */
  isRepeated?: boolean | undefined
  /** Called when the person closes the toast or its time is up, not when the calling code removes it. */
  onClose?: (() => void) | undefined
}

/** A toast on the screen. */
export type ShownToast = Required<{ [Key in keyof ToastMessage]: Exclude<ToastMessage[Key], undefined> }> & {
  id: number
  /** When it was shown, in milliseconds. */
  at: number
}
