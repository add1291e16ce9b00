/**
 * Brings a question into sight, its label and messages included, and puts the focus on it: on the chosen radio of a group, on the
 * first box of a date. While the question is not drawn, because another tab is chosen or nobody has confirmed yet, it is the control
 * that would bring it: choosing or confirming stays the person's act. False when it is not on the page at all. For links that lead to a
 * question (specification §2, error summary).
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

/** What takes the focus for a question. */
export function controlOf(key: string): HTMLElement | null {
  const element = document.getElementById(key)
  if (!(element instanceof HTMLFieldSetElement)) return element
  return element.querySelector<HTMLElement>('input:checked') ?? element.querySelector<HTMLElement>('input') ?? element
}

/** What stands on a control that would draw these questions. */
export const leadingTo = (keys: readonly string[]) => ({ 'data-leads-to': keys.join(' ') })

const controlLeadingTo = (key: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-leads-to]')].find(({ dataset }) =>
    dataset.leadsTo?.split(' ').includes(key),
  ) ?? null
