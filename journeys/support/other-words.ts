import { expect, type Page } from '@playwright/test'
import { translated, translationsOf } from '../../testing/translated.ts'

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The words of a language, as a page loads them; no browser asks for it, because it would have chosen it then. */
export async function wordsOf(address: string, language: string): Promise<Texts> {
  const html = await (await fetch(`${address}/about?lang=${language}`, { headers: { accept: 'text/html' } })).text()
  const [, path = ''] = /href="(\/words\/[^"]+)"/.exec(html) ?? []
  return (await (await fetch(address + path)).json()).texts
}

/**
 * Every text of the page, seen or only heard, but what people wrote and what names another language, which say so, and
 * what was read aloud already, which stays as it was heard.
 */
export const textsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const own = (node: Element | null) =>
      node?.closest('[translate=no], [class*=hidden][aria-live], script, style, noscript, .late') === null
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (own(walker.currentNode.parentElement)) found.push(walker.currentNode.textContent ?? '')
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const each of document.querySelectorAll(`[${name}]`)) found.push(each.getAttribute(name) ?? '')
    found.push(document.title.split(' | ')[0] ?? '')
    return found.map((each) => each.trim())
  })

/** How to reach somebody, and the term for which they apply, in whatever language the page is. */
export async function fillContact(page: Page, email: string): Promise<void> {
  const field = (id: string) => page.locator(`[id="${id}"]`)
  await field('address_line_1').fill('12 Front Street')
  await field('zip').fill('59601')
  await expect(field('city')).toHaveValue('Helena')
  await field('phone_mobile').fill('4065550142')
  await field('email_address').fill(email)
  await field('entry_term').selectOption({ index: 1 })
}

/** What a story in Spanish asks for: the words of an English sentence, and that a page has none of the other language. */
export async function inSpanish(page: Page, address: string) {
  const pairs = Object.entries(await wordsOf(address, 'es')).flatMap(([english, own]) =>
    typeof own === 'string' ? [[english, own] as const] : Object.values(own).map((each) => [english, each] as const),
  )
  const table = translationsOf(pairs)
  const own = new Set(pairs.map(([, each]) => each))
  /** The Spanish for an English sentence, also a filled one, which must have one. */
  const es = (english: string): string => {
    const text = translated(english, table)
    if (text === undefined) throw new Error(`There is no Spanish for “${english}”.`)
    return text
  }
  // A pattern of few words, such as "No {what}", is found in Spanish as well.
  const sentences = translationsOf(pairs.filter(([english]) => /\S \S+ /.test(english.replaceAll(/\{\w+\}/g, '_'))))
  /** A sentence or a word of the table, also filled, and not one that is the same in both languages. */
  const isEnglish = (text: string) =>
    !own.has(text) && ![undefined, text].includes(table.texts.get(text) ?? translated(text, sentences))
  const isSpanish = (text: string) => own.has(text) && !table.texts.has(text)
  const expectNone = (isForeign: (text: string) => boolean) => (where: string) =>
    expect.poll(async () => (await textsOn(page)).filter(isForeign), where).toEqual([])
  return {
    es,
    expectSpanish: expectNone(isEnglish),
    expectEnglish: expectNone(isSpanish),
  }
}
