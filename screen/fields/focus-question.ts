/**
 * Brings a question into sight, its label and messages included, and puts the focus on it: on the chosen radio of a
 * group, on the first box of a date. While the question is not drawn, because another tab is chosen or nobody has
 * confirmed yet, it is the control that would bring it: choosing or confirming stays the person's act. False when it is
 * not on the page at all. For links that lead to a question (requirement 2.summary.5).
 */
export function focusQuestion(key: string): boolean {
  const control = controlOf(key) ?? controlLeadingTo(key)
  if (control === null) return false
  const field = control.closest('[data-field]') ?? control
  field.scrollIntoView({ block: 'start' })
  control.scrollIntoView({ block: 'nearest' }) // the last tick of a long group may still lie below
  control.focus({ preventScroll: true })
  return true
}

/** What a person does to go elsewhere. */
const ACTS = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/**
 * The same as soon as the question is on the page: its field may still be on its way. It waits until the person does something
 * else, or until it is called off with what it gives.
 */
export function leadToQuestion(key: string): () => void {
  if (focusQuestion(key)) return () => {}
  const drawn = new MutationObserver(() => focusQuestion(key) && end())
  const end = () => {
    drawn.disconnect()
    for (const act of ACTS) window.removeEventListener(act, end, true)
  }
  drawn.observe(document.body, { childList: true, subtree: true })
  for (const act of ACTS) window.addEventListener(act, end, { capture: true, passive: true })
  return end
}

/** What takes the focus for a question. */
export function controlOf(key: string): HTMLElement | null {
  const element = document.getElementById(key)
  if (!(element instanceof HTMLFieldSetElement)) return element
  return element.querySelector<HTMLElement>('input:checked') ?? element.querySelector<HTMLElement>('input') ?? element
}

/** What stands on a control that would draw these questions. */
export const leadingTo = (keys: readonly string[]) => ({ 'data-leads-to': keys.join(' ') })

// A tab that is chosen already leads nowhere new: its question is on its way.
const controlLeadingTo = (key: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-leads-to]:not([aria-selected=true])')].find(({ dataset }) =>
    dataset.leadsTo?.split(' ').includes(key),
  ) ?? null
