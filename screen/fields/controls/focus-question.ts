import { reveal } from './foldable.tsx'

/**
 * Scrolls a question into view, including its label and messages, and focuses it: the chosen radio button of a group,
 * or the first box of a date. Opens what folds it away. If the question is not rendered, because another tab is chosen or a confirmation is
 * missing, it focuses the control that would show it; choosing or confirming is left to the person. Returns false if
 * neither is on the page. Used by links to a question (requirement 2.summary.5).
 */
export function focusQuestion(key: string): boolean {
  const control = controlFor(key)
  if (control === null) return false
  reveal(control)
  scrollToField(control)
  control.focus({ preventScroll: true })
  return true
}

/** The id of a section's heading. No answer key contains a hyphen, so it is never the id of a control. */
export const sectionHeadingId = (id: string) => `section-${id}`

/** Scrolls a section into view and focuses its heading, so that the next Tab reaches its first question. */
export function focusSection(id: string): void {
  focusQuestion(sectionHeadingId(id))
}

/** What a person does to move elsewhere. */
const ACTS = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/**
 * The same, but waits for the question to appear, because its field may still be loading, and keeps it in view while
 * parts above it load. Stops when the person does something else, or when the returned function is called.
 */
export function leadToQuestion(key: string): () => void {
  const drawn = new MutationObserver(() => focusQuestion(key) && drawn.disconnect())
  const grown = new ResizeObserver(() => {
    const control = document.activeElement
    if (control && control === controlFor(key)) scrollToField(control)
  })
  const end = () => {
    drawn.disconnect()
    grown.disconnect()
    for (const act of ACTS) window.removeEventListener(act, end, true)
  }
  if (!focusQuestion(key)) drawn.observe(document.body, { childList: true, subtree: true })
  grown.observe(document.body)
  for (const act of ACTS) window.addEventListener(act, end, { capture: true, passive: true })
  return end
}

function scrollToField(control: Element): void {
  const field = control.closest('[data-field]') ?? control
  field.scrollIntoView({ block: 'start' })
  control.scrollIntoView({ block: 'nearest' }) // the last checkbox of a long group may still be below the viewport
}

/** The element that takes the focus for a question. */
export function controlOf(key: string): HTMLElement | null {
  const element = document.getElementById(key)
  if (!(element instanceof HTMLFieldSetElement)) return element
  return element.querySelector<HTMLElement>('input:checked') ?? element.querySelector<HTMLElement>('input') ?? element
}

/** The same, or the control that would show the question. */
export const controlFor = (key: string): HTMLElement | null => controlOf(key) ?? controlLeadingTo(key)

/** Attributes for a control that would show these questions. */
export const leadingTo = (keys: readonly string[]) => ({ 'data-leads-to': keys.join(' ') })

// Skips the selected tab: it would show nothing new, and its question is already loading.
function controlLeadingTo(key: string): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-leads-to]:not([aria-selected=true])')]
  const leading = all.find(({ dataset }) => dataset.leadsTo?.split(' ').includes(key)) ?? null
  return leading?.querySelector('input') ?? leading
}
