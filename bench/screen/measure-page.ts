import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { countUnasked, PRICED, type Unasked } from '../../testing/unasked-bytes.ts'

/** A page to be measured. */
export type Subject = {
  readonly name: string
  /** The page as a stranger opens it. */
  readonly address: string
  /** The page with which somebody returns. The peers have none, so it is compared with their only page. */
  readonly logIn?: string
  /** Where another page and a check are measured, if not there; with a cookie. */
  readonly inside?: { readonly next: string; readonly check: string; readonly cookie: string }
  readonly box: string
  readonly next: string
  readonly nextShown: string
  readonly check: string
  readonly checkShown: string
}

export type Row =
  | 'all bytes within ten seconds, KB'
  | 'requests within ten seconds'
  | 'script within ten seconds, KB'
  | 'first contentful paint, ms'
  | 'first field accepts typing, ms'
  | 'first field of log-in accepts typing, ms'
  | 'longest task, ms'
  | 'total blocking time, ms'
  | 'keystroke to paint, ms, median'
  | 'keystroke to paint, ms, p95'
  | 'page change to paint, ms'
  | 'full check to paint, ms'
  | 'memory, MB'
  | 'layout shift'
export type Measurements = Readonly<Record<Row, number>>

const SLOWER = 4 // times
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } // bytes/s
const FAST = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const KEYS = 60
const FIRST_KEYS = 5 // while the page is still warming up
/**
 * How often a page change and typing are measured for each measurement, each time in a new page: the keys of one page may
 * be a fifth faster than those of the next.
 */
const PAGE_CHANGES = 3
const TYPINGS = 3

/** Opens a page for the first time, as on a slow phone, and measures it. */
export async function measurePage(browser: Browser, subject: Subject): Promise<Measurements> {
  const { page, cdp, context } = await opened(browser)
  await openSlowly(page, subject.address)
  const paint: number = await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime')
  const typable: number = await page.evaluate('window.bench.typable')
  const shift: number = await page.evaluate('window.bench.shift')
  const tasks: readonly number[] = await page.evaluate('window.bench.tasks')
  const keys = [...(await typed(page, subject))]
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await context.close()
  while (keys.length < TYPINGS * KEYS) keys.push(...(await typedAnew(browser, subject)))
  const changes: number[] = []
  for (let change = 0; change < PAGE_CHANGES; change += 1) changes.push(await pressed(browser, subject, 'next'))
  const { bytes, requests, kinds } = await unaskedOf(browser, subject.address)
  return {
    'all bytes within ten seconds, KB': bytes / 1000,
    'requests within ten seconds': requests,
    'script within ten seconds, KB': (kinds.Script ?? 0) / 1000,
    'first contentful paint, ms': paint,
    'first field accepts typing, ms': typable,
    'first field of log-in accepts typing, ms': subject.logIn ? await typableAt(browser, subject.logIn) : typable,
    'longest task, ms': Math.max(0, ...tasks),
    'total blocking time, ms': tasks.reduce((sum, time) => sum + time - 50, 0),
    'keystroke to paint, ms, median': shareOf(keys, 0.5),
    'keystroke to paint, ms, p95': shareOf(keys, 0.95),
    'page change to paint, ms': shareOf(changes, 0.5),
    'full check to paint, ms': await pressed(browser, subject, 'check'),
    'memory, MB': usedSize / 1e6,
    'layout shift': shift,
  }
}

async function opened(browser: Browser): Promise<{ page: Page; cdp: CDPSession; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addInitScript({ path: join(import.meta.dirname, 'in-page.js') })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Page.enable')
  await cdp.send('HeapProfiler.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return { page, cdp, context }
}

/** Waits until this is true on the page. Playwright's own way evaluates text on the page, which our policy forbids. */
async function holds(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(20)
}

/** Opens a page and waits for what it does by itself once its first field accepts typing. */
async function openSlowly(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await holds(page, 'window.bench.typable > 0 && document.readyState === "complete"')
  await page.waitForTimeout(5000)
}

/** When the first field of another page accepts typing, opened for the first time. */
async function typableAt(browser: Browser, address: string): Promise<number> {
  const { page, context } = await opened(browser)
  await openSlowly(page, address)
  const typable: number = await page.evaluate('window.bench.typable')
  await context.close()
  return typable
}

/** All that comes by itself within ten seconds of opening, on a fast connection, so that all of it can come. */
async function unaskedOf(browser: Browser, address: string): Promise<Unasked> {
  const { page, cdp, context } = await opened(browser)
  await cdp.send('Network.emulateNetworkConditions', FAST)
  const unasked = countUnasked(cdp)
  await page.route('**/definition-findings-*.js', (route) => route.abort()) // only local hosts load it
  await page.goto(address)
  await page.waitForTimeout(PRICED)
  await context.close()
  return unasked()
}

async function typed(page: Page, { box }: Subject): Promise<readonly number[]> {
  await page.locator(box).first().click()
  for (let key = 0; key < KEYS + FIRST_KEYS; key += 1) {
    await page.keyboard.press('a')
    await holds(page, `window.bench.keys.length > ${key}`)
  }
  return page.evaluate(`window.bench.keys.slice(${FIRST_KEYS})`)
}

async function typedAnew(browser: Browser, subject: Subject): Promise<readonly number[]> {
  const { page, context } = await opened(browser)
  await openSlowly(page, subject.address)
  const keys = await typed(page, subject)
  await context.close()
  return keys
}

/** The connection does not count here: the product asks its server, the others have none. */
async function pressed(browser: Browser, subject: Subject, what: 'next' | 'check'): Promise<number> {
  const { page, cdp, context } = await opened(browser)
  await cdp.send('Network.emulateNetworkConditions', FAST)
  const { inside, address } = subject
  for (const pair of inside?.cookie.split('; ') ?? []) {
    const [name = '', value = ''] = pair.split('=')
    await context.addCookies([{ name, value, url: address }])
  }
  await page.goto(inside?.[what] ?? address)
  await page.locator(subject[what]).first().waitFor()
  await page.waitForTimeout(3000)
  const shown = what === 'next' ? subject.nextShown : subject.checkShown
  const time: number = await page.evaluate(
    `window.bench.press(${JSON.stringify(subject[what])}, ${JSON.stringify(shown)})`,
  )
  await context.close()
  return time
}

function shareOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
