import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focus near its place when what had it is gone, as most buttons of the desk are once they have done their work:
 * the heading of the nearest part that is still there takes it. Without that a screen reader starts over with the page.
 * After a button below everything, such as "Show more", the browser's own memory of the place is nearer than the title.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = place.current
    if (page === null) return undefined
    /** What had the focus last, and all that it was in. */
    let path: readonly Element[] = []
    /** Whether it came there with the keyboard: then what takes the focus comes into view, and nothing moves for others. */
    let isByKey = false
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element ? [...ancestorsOf(target)] : []
      isByKey = path[0]?.matches(':focus-visible') ?? false
    }
    const forget = () => {
      path = [] // who presses somewhere with a pointer wants the focus there, or nowhere
    }
    const keep = () => {
      const [last] = path
      const { activeElement } = document
      if (last === undefined || (activeElement !== document.body && activeElement !== last)) return
      if ((last.isConnected && !last.matches(':disabled')) || path.indexOf(page) < FEWEST) return
      const heading = path
        .filter((each) => each.isConnected && page.contains(each))
        .map(headingIn)
        .find(Boolean)
      if (!heading) return
      if (heading.tagName !== 'SUMMARY') heading.tabIndex = -1
      heading.focus({ preventScroll: !isByKey })
    }
    const changed = new MutationObserver(keep)
    changed.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    page.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      changed.disconnect()
      page.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [place])
}

/** What is this near to the page is a button in a paragraph. */
const FEWEST = 3

const headingIn = (part: Element) => part.querySelector<HTMLElement>(':scope > :is(h1, h2, summary)')

function* ancestorsOf(element: Element): Generator<Element> {
  for (let each: Element | null = element; each; each = each.parentElement) yield each
}
