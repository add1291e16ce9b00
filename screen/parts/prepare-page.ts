import { setNonce } from 'get-nonce'

/**
 * A browser that translates the page, and many extensions, put an element of their own around a text or in its place,
 * and React is not told. When React then removes the text, or puts something before it, the browser throws, React gives
 * up, and the whole page is gone. So an element that a node was moved into stands for that node here; of a node that has
 * left the page nothing is removed, and what was to come before it comes last. Reports only the first time. What the
 * words on such a page are is not settled here: script/bare-texts.ts has them in elements that React writes anew.
 * Call it once, before the first render.
 */
export function allowMovedNodes(report: (error: Error) => void): void {
  let isReported = false
  const standInFor = (child: Node, parent: Node): Node | null => {
    if (!isReported) report(new Error(`A ${child.nodeName} that the page drew has been moved by somebody else.`))
    isReported = true
    let at: Node | null = child
    while (at !== null && at.parentNode !== parent) at = at.parentNode
    return at
  }
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const there = child.parentNode === this ? child : standInFor(child, this)
    if (there !== null) removeChild.call(this, there)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const isThere = before === null || before.parentNode === this
    insertBefore.call(this, node, isThere ? before : standInFor(before, this))
    return node
  }
}

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

/**
 * Passes the page's style nonce, which the server writes into `<meta name="style-nonce">`, to the one library that
 * creates a style element: the scroll lock of an open dialog. Call it once, before the first render. Without a nonce on
 * the page it does nothing.
 */
export function feedNonce(page: Document): void {
  const nonce = page.querySelector('meta[name="style-nonce"]')?.getAttribute('content')
  if (nonce) setNonce(nonce)
}
