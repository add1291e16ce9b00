const CLICKS: readonly string[] = ['click', 'mousedown', 'mouseup']

/**
 * Has React listen for clicks at the document instead of at these elements: the one it draws into, and the body for what
 * it draws there. Firefox takes whatever is inside an element with such a listener for something to click on, and a
 * screen reader then calls each heading that takes the focus "clickable". The document is no element. Call it once,
 * before the first render.
 */
export function listenAboveElements(...elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    const { addEventListener } = element
    element.addEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject, boolean?]) =>
      addEventListener.call(CLICKS.includes(type) ? document : element, type, ...rest)
    // React gives an element that has none an empty one; it does the same to each element that handles a click.
    Object.defineProperty(element, 'onclick', { value: undefined, writable: true })
  }
}
