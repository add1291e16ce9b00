import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import axe, { type RunOnly, type RunOptions } from 'axe-core'
import { PASSWORD } from './accounts.ts'
import { typedOn } from './applicant.ts'
import { mailboxIn } from './mailbox.ts'
import { type Product, startProduct } from './product.ts'

/** Where every `look` is kept if the environment variable PICTURES is set; it takes two fifths more time. */
const pictures = process.env.PICTURES ? join(import.meta.dirname, '../../.artefacts/pictures') : undefined
/** In px, on both sides of every breakpoint and at one of them (9.breakpoints.1). */
const WIDTHS = [320, 390, 675, 900, 1280]
/** The narrowest and the widest have every layout there is; axe takes half a second for each. */
const AXE_WIDTHS = [320, 1280]
const LEVEL_AA: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** All that a theme can break: it changes only colors. */
const OF_COLORS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** What a story has besides a browser: the product, its mail, and a check of how pages look. */
type Story = {
  /** The errors that the browser may report in this story, because the server is supposed to refuse something. */
  expectedFaults: readonly RegExp[]
  /** That the tests of a file use one product, because each is somebody else's story and none restarts it. */
  sharesProduct: boolean
  product: Product
  mailbox: ReturnType<typeof mailboxIn>
  /** Checks the page as it is: axe finds nothing and nothing overflows at any width. */
  look: (name: string, page?: Page) => Promise<void>
}

/**
 * A test that fails on any console error, unhandled rejection or content-security report, and if the server's log
 * contains anything that was typed, mailed or set as a cookie.
 */
export const test = base.extend<Story, { shared: Map<string, Product> }>({
  expectedFaults: [[], { option: true }],
  sharesProduct: [false, { option: true }],
  /** By the name of their file; one at a time, and none outlives its worker. */
  shared: [
    async ({}, use) => {
      const shared = new Map<string, Product>()
      await use(shared)
      await stopAll(shared)
    },
    { scope: 'worker' },
  ],
  product: async ({ sharesProduct, shared }, use, info) => {
    const name = nameOf(info.file)
    const running = shared.get(name)
    if (running === undefined) await stopAll(shared)
    const product = running ?? (await startProduct(name))
    if (sharesProduct) shared.set(name, product)
    await use(product)
    if (!sharesProduct) await product.stop()
    if (info.status !== info.expectedStatus) for (const line of await warningsOf(product)) console.log(line)
  },
  baseURL: async ({ product }, use) => use(product.address),
  mailbox: async ({ product }, use) => use(mailboxIn(product.dataDir)),
  page: async ({ page, context, product, mailbox, expectedFaults }, use) => {
    const faults = watch(page)
    await use(page)
    expect(
      (await faults()).filter((fault) => !expectedFaults.some((each) => each.test(fault))),
      'faults in the browser',
    ).toEqual([])
    const cookies = (await context.cookies()).map(({ value }) => value)
    const secrets = [...typedOn(page), ...cookies, ...(await mailbox.secrets()), PASSWORD].filter(tellsEnough)
    const log = withoutIds(await product.log())
    expect(log.includes('"msg":"reply"'), 'the log was written').toBe(true)
    expect(
      secrets.filter((each) => log.includes(each)),
      'answers, codes, tokens and passwords in the log of the server',
    ).toEqual([])
  },
  look: async ({ page }, use, info) => {
    await use((name, at = page) => look(at, `${nameOf(info.file)}/${name}`))
  },
})
export { expect }

/** Skips the stories of a file or group for a reason, in a line that everybody sees, before the product starts. */
export function skipBecause(reason: string | undefined, what: string): void {
  if (reason !== undefined) console.log(`${what} skipped: ${reason}.`)
  test.skip(reason !== undefined, reason)
}

async function stopAll(shared: Map<string, Product>): Promise<void> {
  await Promise.all([...shared.values()].map((product) => product.stop()))
  shared.clear()
}

/** What the server warned of at the end: a failure on another machine can often not be repeated. */
const warningsOf = async (product: Product) =>
  (await product.log())
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line))
    .slice(-20)

/** Without the ids of requests, whose digits are one of so many codes by chance, and without moments. */
const withoutIds = (log: string) => log.replace(/"(?:time|reqId|pid|ms)":(?:"[^"]*"|\d+),/g, '')

/** Long enough not to appear in a log by chance. */
const tellsEnough = (value: string) => value.length > 5

const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\.journey\.ts$/, '')

/** The status of a call that is refused so. */
const BUSY = 503

/**
 * Collects the errors that a page reports from now on. That a call was refused because the machine is busy is none: the
 * page waits as it is told, and makes it again.
 */
function watch(page: Page): () => Promise<readonly string[]> {
  const faults: { readonly text: string; readonly url?: string }[] = []
  const busy: Promise<string | undefined>[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push({ text: message.text(), url: message.location().url })
  })
  page.on('pageerror', (error) => faults.push({ text: error.message }))
  page.on('response', (response) => {
    if (response.status() !== BUSY) return
    const code = response.json().then((body) => body.code, String)
    busy.push(code.then((each) => (each === 'busy' ? response.url() : undefined)))
  })
  return async () => {
    const urls = await Promise.all(busy)
    return faults.filter(({ url }) => url === undefined || !urls.includes(url)).map(({ text }) => text)
  }
}

async function look(page: Page, name: string): Promise<void> {
  // Fields can be found before anything is painted, which is when the style sheet has come.
  await page.waitForFunction(() => document.styleSheets.length > 0)
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${name} is wider than ${width} px by`).toBeLessThanOrEqual(0)
    await takePicture(page, `${name}-${width}`)
    if (!AXE_WIDTHS.includes(width)) continue
    await expectNoViolation(page, LEVEL_AA, `${name} at ${width} px`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await takePicture(page, `${name}-${width}-dark`)
    await expectNoViolation(page, OF_COLORS, `${name} at ${width} px in the dark theme`)
    await page.emulateMedia({ colorScheme: null })
  }
  if (before) await page.setViewportSize(before)
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true, animations: 'disabled' })
}

async function expectNoViolation(page: Page, rules: RunOnly, place: string): Promise<void> {
  // If the page is scrolled, the sticky bar covers part of whatever is below it.
  await page.evaluate(() => window.scrollTo(0, 0))
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity),
    )
  // What is still changing its color or fading in has others, and a toast may come while axe looks: what is wrong stays
  // wrong.
  await expect(async () => {
    await expect.poll(moving).toBe(false)
    const found = (await violationsOn(page, rules)).map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(', ')}`,
    )
    expect(found, `axe on ${place}`).toEqual([])
  }).toPass({ timeout: 20_000 })
}

/**
 * What axe finds on the page. It is brought into each document once: reading its half a megabyte takes as long as what
 * it then does. It reports only violations and loads no style sheets again; no page has frames.
 */
async function violationsOn(page: Page, runOnly: RunOnly) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    runOnly,
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
  }
  return page.evaluate(async (given) => (await window.axe.run(document, given)).violations, options)
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
