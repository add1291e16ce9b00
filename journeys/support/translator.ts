import { expect, type Page } from '@playwright/test'

/** At the start of each text of the translation. It shows nothing, and searches by text leave it out. */
const MARK = '\u200B'

/** What people typed, by the page on which it must stay as it is. */
const ownWords = new WeakMap<Page, readonly string[]>()

/**
 * Has every page of this tab translated as soon as its script has drawn it, as browsers do that are set to. `own` are
 * words that only people typed: names above all.
 */
export async function translateEveryPage(page: Page, own: readonly string[] = []): Promise<void> {
  ownWords.set(page, own)
  await page.addInitScript(
    `(${translateFromNowOn})(${JSON.stringify(MARK)}, new Promise((done) => addEventListener('DOMContentLoaded', done)))`,
  )
}

/** Translates the page as it is now, and what is added to it later. */
export const translate = (page: Page): Promise<void> => page.evaluate(translateFromNowOn, MARK)

/**
 * Translates as Chrome does: puts two elements with the translation in the place of each text, outside of boxes, scripts,
 * styles, and of what is marked as not to be translated. The text itself leaves the page.
 */
async function translateFromNowOn(mark: string, start?: Promise<unknown>): Promise<void> {
  await start
  const isText = (node: Node): node is Text =>
    node instanceof Text &&
    /\S/.test(node.data) &&
    node.parentElement?.closest('font, script, style, textarea, noscript, [translate="no"]') === null
  const replace = (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit'
    inner.append(mark + text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let at: Node | null = root; at; at = walker.nextNode()) if (isText(at)) texts.push(at)
    for (const text of texts) replace(text)
  }
  translateIn(document.body)
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translateIn(node)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

/** Expects that the page is translated, shows exactly the words that the screen has drawn, and what was typed as it is. */
export async function expectRightWords(page: Page): Promise<void> {
  const both = () => page.evaluate(wordsDrawnAndShown, MARK)
  await expect.poll(async () => (await both()).translations, 'translated texts').toBeGreaterThan(0)
  await expect(async () => {
    const { drawn, shown } = await both()
    expect(shown).toEqual(drawn)
  }).toPass({ timeout: 10_000 })
  const translated = await page.locator('font > font').allTextContents()
  const own = ownWords.get(page) ?? []
  expect(
    translated.filter((text) => own.some((each) => text.includes(each))),
    'what people typed, translated',
  ).toEqual([])
}

/** The words of each element below the root or in a portal: as React keeps them, and as they are on the page. */
function wordsDrawnAndShown(mark: string) {
  type Fiber = {
    readonly tag: number
    readonly child: Fiber | null
    readonly sibling: Fiber | null
    readonly memoizedProps: unknown
    readonly stateNode: unknown
  }
  const [ELEMENT, TEXT, PORTAL] = [5, 6, 4]
  const drawn: string[] = []
  const shown: string[] = []
  const root = document.getElementById('root')
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer'))
  const top: { stateNode: { current: Fiber } } = Reflect.get(root ?? {}, key ?? '')
  const childrenOf = (fiber: Fiber) => {
    const children: Fiber[] = []
    for (let at = fiber.child; at; at = at.sibling) children.push(at)
    return children
  }
  const wordsOf = (fiber: Fiber): string => {
    if (fiber.tag === TEXT) return String(fiber.memoizedProps)
    if (fiber.tag === PORTAL) return ''
    const props = fiber.memoizedProps
    const own = props !== null && typeof props === 'object' && 'children' in props ? props.children : ''
    if (fiber.tag === ELEMENT && ['string', 'number'].includes(typeof own)) return String(own)
    return childrenOf(fiber).map(wordsOf).join('')
  }
  const UNREAD = 'textarea, [aria-live][aria-atomic=true]'
  /** A live region that has no children writes its words itself, and React keeps none of them. */
  const writesItself = (element: Element) => {
    const name = Object.keys(element).find((each) => each.startsWith('__reactProps'))
    return Object(Reflect.get(element, name ?? '')).children === undefined
  }
  const compare = (fiber: Fiber, isOutside: boolean) => {
    const { stateNode } = fiber
    if (fiber.tag === ELEMENT && isOutside && stateNode instanceof HTMLElement) {
      drawn.push(wordsOf(fiber))
      const copy = stateNode.cloneNode(true)
      const others = copy instanceof Element ? [...copy.querySelectorAll(UNREAD)] : []
      for (const [at, other] of [...stateNode.querySelectorAll(UNREAD)].entries())
        if (other.matches('textarea') || writesItself(other)) others[at]?.remove()
      shown.push((copy.textContent ?? '').replaceAll(mark, ''))
    }
    for (const child of childrenOf(fiber)) compare(child, fiber.tag === PORTAL || (isOutside && fiber.tag !== ELEMENT))
  }
  compare(top.stateNode.current, true)
  return { drawn, shown, translations: document.querySelectorAll('font > font').length }
}
