import type { Page } from '@playwright/test'

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The words of a language, as the page loads them. */
export async function wordsOf(page: Page, language: string): Promise<Texts> {
  const html = await (await page.request.get(`/about?lang=${language}`)).text()
  const [, path = ''] = /href="(\/words\/[^"]+)"/.exec(html) ?? []
  return (await (await page.request.get(path)).json()).texts
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
