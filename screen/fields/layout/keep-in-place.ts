import { flushSync } from 'react-dom'

/**
 * Renders a change that may make content above an element shorter, and scrolls so that the element stays where it is
 * under the person's finger. Browsers that anchor the scroll position by themselves have nothing left to do.
 */
export function keepInPlace(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect().top
  flushSync(change)
  window.scrollBy(0, element.getBoundingClientRect().top - before)
}
