/** The words of a language as a page loads them. `english` is what nobody has translated. */
type Loaded = { readonly english?: readonly string[] }

/**
 * Marks with `lang` what the page says in English for want of a translation, so that a screen reader says it as English.
 * It watches the page, because the page changes its language and its words while it is open, and because a mark drawn with
 * each sentence would cost every page, also those of languages that are finished, which never load this.
 */
export function markEnglish(wordsIn: (language: string) => Promise<Loaded>): void {
  const { documentElement: root, body } = document
  const marked = new WeakSet<Element>()
  let isEnglish = (_: string) => false
  const mark = (element: Element) => {
    if (isEnglish(wordsOf(element)) && element.closest('[translate=no]') === null) {
      if (element.hasAttribute('lang')) return
      element.setAttribute('lang', 'en')
      marked.add(element)
    } else if (marked.delete(element)) element.removeAttribute('lang')
  }
  const markBelow = (element: Element) => {
    for (const each of [element, ...element.querySelectorAll('*')]) mark(each)
  }
  const follow = async () => {
    const { lang } = root
    const { english = [] } = await wordsIn(lang)
    if (lang !== root.lang) return // changed again meanwhile
    isEnglish = amongst(english)
    markBelow(body)
  }
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      if (element?.isConnected) markBelow(element)
    }
  }).observe(body, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-label'] })
  new MutationObserver(() => void follow()).observe(root, { attributeFilter: ['lang'] })
  void follow()
}

/** The words of an element itself, which are its only child, or else its name for screen readers. */
function wordsOf({ childNodes, firstChild, children, attributes }: Element): string {
  if (childNodes.length === 1 && children.length === 0) return firstChild?.nodeValue?.trim() ?? ''
  return childNodes.length === children.length ? (attributes.getNamedItem('aria-label')?.value ?? '') : ''
}

const PLACE = /\{[\w.]+\}|<\/?\w+>/

/** Tells whether a text is one of these sentences, filled with values, or a piece of one between its values. */
function amongst(sentences: readonly string[]): (text: string) => boolean {
  const pieces = new Set(sentences.flatMap((each) => each.split(PLACE)).flatMap((each) => each.trim() || []))
  const filled = sentences.flatMap((sentence) => {
    const words = sentence.split(PLACE)
    if (words.length === 1 || !/\p{L}{2}/u.test(words.join(' '))) return []
    return new RegExp(`^${words.map((each) => each.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('.*')}$`)
  })
  return (text) => /\p{L}/u.test(text) && (pieces.has(text) || filled.some((each) => each.test(text)))
}
