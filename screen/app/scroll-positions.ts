/** Where somebody was on a page: how far it was scrolled, and the id of the control with the focus. */
export type PagePosition = { readonly top: number; readonly focused: string }

/** Where the person is now. */
export const positionNow = (): PagePosition => ({ top: window.scrollY, focused: document.activeElement?.id ?? '' })

/** What a person does to move elsewhere. */
const ACTS = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/**
 * Returns to a position, and gives the focus back without moving the page. A page that is still loading is too short at
 * first, so it is tried again as the page grows, until the person does something or the returned function is called.
 */
export function returnTo({ top, focused }: PagePosition): () => void {
  const heading = document.querySelector('h1')
  const control = focused === '' ? heading : (document.getElementById(focused) ?? heading)
  control?.focus({ preventScroll: true })
  window.scrollTo(0, top)
  if (isReached(top)) return () => {}
  const growing = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (isReached(top)) end()
  })
  const end = () => {
    growing.disconnect()
    for (const act of ACTS) window.removeEventListener(act, end, true)
  }
  growing.observe(document.body)
  for (const act of ACTS) window.addEventListener(act, end, { capture: true, passive: true })
  return end
}

/** Browsers round to a fraction of a pixel. */
const isReached = (top: number) => Math.abs(window.scrollY - top) < 1
