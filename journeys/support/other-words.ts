import { expect, type Page } from '@playwright/test'

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
