import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Virtual } from '@guidepup/virtual-screen-reader'
import type { Page } from '@playwright/test'

const program = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'))

/** What ends a page that is read from its beginning. */
const END = 'end of document'

/**
 * All that a virtual screen reader says of the page, from its beginning to its end: roles and states, which are its own
 * words and English, names, descriptions and texts.
 */
export async function readAloud(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'virtualReader' in window))) {
    const source = await readFile(program, 'utf8')
    // The policy of the page lets nothing be imported.
    const [, name = ''] = /export\{.*?([\w$]+) as virtual\}/.exec(source) ?? []
    await page.evaluate(`(() => {${source.replace(/export\{[^}]*\}/, '')}
window.virtualReader = ${name} })()`)
  }
  return page.evaluate(async (end) => {
    const { virtualReader } = window
    await virtualReader.start({ container: document.body })
    while ((await virtualReader.lastSpokenPhrase()) !== end) await virtualReader.next()
    const said = await virtualReader.spokenPhraseLog()
    await virtualReader.stop()
    return said
  }, END)
}

declare global {
  interface Window {
    readonly virtualReader: Virtual
  }
}
