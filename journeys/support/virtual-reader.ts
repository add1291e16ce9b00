import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Virtual } from '@guidepup/virtual-screen-reader'
import { expect, type Page } from '@playwright/test'

const program = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'))

/**
 * All that a virtual screen reader says of the page, or of one part of it, from its beginning to its end: roles and
 * states, which are its own words and English, names, descriptions and texts.
 */
export async function readAloud(page: Page, part = 'body'): Promise<readonly string[]> {
  await bring(page)
  return page.evaluate(async (selector) => {
    const { virtualReader } = window
    const container = document.querySelector(selector)
    if (!container) throw new Error(`Nothing on the page is ${selector}`)
    await virtualReader.start({ container })
    const end = `end of ${await virtualReader.lastSpokenPhrase()}`
    while ((await virtualReader.lastSpokenPhrase()) !== end) await virtualReader.next()
    const said = await virtualReader.spokenPhraseLog()
    await virtualReader.stop()
    return said
  }, part)
}

/**
 * What is announced on the page once something was done, up to the silence after it. A place that was emptied says
 * nothing, and an alert that is drawn together with its words is not heard by this reader, as it is in a browser.
 */
export async function announcedBy(page: Page, act: () => Promise<void>): Promise<readonly string[]> {
  await bring(page)
  await page.evaluate(() => window.virtualReader.start({ container: document.body }))
  await act()
  const heard = async () =>
    (await page.evaluate(() => window.virtualReader.spokenPhraseLog())).filter((phrase) =>
      /^(polite|assertive): ./.test(phrase),
    )
  await expect.poll(heard, { message: 'something is announced' }).not.toEqual([])
  await page.waitForTimeout(SILENCE)
  const said = await heard()
  await page.evaluate(() => window.virtualReader.stop())
  return said
}

/** Long enough for whatever would be said too much. */
const SILENCE = 600 // ms

async function bring(page: Page): Promise<void> {
  if (await page.evaluate(() => 'virtualReader' in window)) return
  const source = await readFile(program, 'utf8')
  // The policy of the page lets nothing be imported.
  const [, name = ''] = /export\{.*?([\w$]+) as virtual\}/.exec(source) ?? []
  await page.evaluate(`(() => {${source.replace(/export\{[^}]*\}/, '')}
window.virtualReader = ${name} })()`)
}

declare global {
  interface Window {
    readonly virtualReader: Virtual
  }
}
