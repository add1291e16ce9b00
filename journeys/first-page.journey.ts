import type { APIRequestContext, Browser } from '@playwright/test'
import { countUnasked, PRICED } from '../testing/unasked-bytes.ts'
import { takenOver } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

test.use({ sharesProduct: true })

const MOST = 130_000 // bytes of JavaScript before the first field, as transferred (brotli)

/** The scripts that the page requests and their static imports, each with its text and transferred size. */
async function scriptsOf(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text()
  const addresses = new Set([...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].flatMap(([, address]) => address ?? []))
  const scripts: { readonly address: string; readonly text: string; readonly bytes: number }[] = []
  // The set grows during the loop.
  for (const address of addresses) {
    const reply = await request.get(address, { headers: { 'accept-encoding': 'br' } })
    expect(reply.headers()['content-encoding'], address).toBe('br')
    const text = await reply.text()
    scripts.push({ address, text, bytes: Number(reply.headers()['content-length']) })
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) addresses.add(`/assets/${name}`)
  }
  return scripts
}

/** Of a window, and how far down its first box may begin, in px. */
const ABOVE_THE_FOLD = [
  [390, 844, 560],
  [1280, 800, 520],
] as const

test('the first page loads only what its first field needs; other pages are loaded on demand', async ({
  page,
  request,
}) => {
  const scripts = await scriptsOf(request, '/about')

  await test.step('130 KB of JavaScript at the most', async () => {
    expect(scripts.length).toBeGreaterThan(0)
    for (const { address, bytes } of scripts) expect(bytes, address).toBeGreaterThan(0)
    expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST)
  })

  await test.step('its first question stands above the fold', async () => {
    for (const [width, height, lowest] of ABOVE_THE_FOLD) {
      await page.setViewportSize({ width, height })
      await page.goto('/about')
      const box = await page.locator('#first_name').boundingBox()
      expect(box?.y, `at ${width} px`).toBeLessThanOrEqual(lowest)
    }
  })

  await test.step('with the form, without schemas, the data model, or any other page', async () => {
    const text = scripts.map((script) => script.text).join('\n')
    expect(text).toContain('First Name')
    for (const absent of [
      'ZodError',
      'Keys missing from the data model',
      'Resend confirmation code?',
      'While you wait',
      'Missing queryFn', // from the query library
      'Ivory Coast', // other names, by which a country is found
    ]) {
      expect(text, `the first page carries ${absent}`).not.toContain(absent)
    }
  })

  await test.step('a card is fetched when it is opened', async () => {
    const fetched: string[] = []
    page.on('request', (each) => fetched.push(new URL(each.url()).pathname))
    await page.goto('/about')
    await expect(page.locator('#first_name')).toBeEditable()
    expect(
      fetched.filter((path) => /account-|completion/.test(path)),
      proves('2.routes.23'),
    ).toEqual([])
    await takenOver(page)
    await page.getByRole('link', { name: 'click here to log back in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
    expect(
      fetched.filter((path) => /\/account-/.test(path)),
      proves('2.routes.23'),
    ).toHaveLength(1)
  })
})

/** What a page brings by itself. */
async function priceOf(browser: Browser, baseURL: string | undefined, path: string) {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const unasked = countUnasked(cdp)
  await page.route('**/definition-findings-*.js', (route) => route.abort()) // only local hosts load it
  await page.goto(path)
  await page.waitForTimeout(PRICED)
  const price = unasked()
  await context.close()
  return price
}

test('what a page brings by itself is within its price', async ({ browser, baseURL }) => {
  for (const path of ['/about', '/login', '/staff']) {
    const { bytes, requests } = await priceOf(browser, baseURL, path)
    expect(bytes, path).toBeLessThanOrEqual(230_000)
    expect(requests, path).toBeLessThanOrEqual(25)
  }
})

/** Bytes of the words of a language, as transferred (brotli), and what longer texts add to the page. English has neither. */
const [WORDS, LONGER] = [40_000, 2_500]

test('in Spanish it brings its words besides, and nothing else, and its first question is in the window too', async ({
  browser,
  baseURL,
  request,
}) => {
  const address = /href="(\/words\/es-[^"]+)"/.exec(await (await request.get('/about?lang=es')).text())?.[1] ?? ''
  const words = await request.get(address, { headers: { 'accept-encoding': 'br' } })
  expect(Number(words.headers()['content-length'])).toBeLessThanOrEqual(WORDS)
  const scripts = async (path: string) => (await scriptsOf(request, path)).map((each) => each.address).toSorted()
  expect(await scripts('/about?lang=es')).toEqual(await scripts('/about'))
  for (const path of ['/about?lang=es', '/login?lang=es']) {
    const { bytes, requests } = await priceOf(browser, baseURL, path)
    expect(bytes, path).toBeLessThanOrEqual(230_000 + WORDS + LONGER)
    expect(requests, path).toBeLessThanOrEqual(26)
  }
  const page = await browser.newPage(baseURL ? { baseURL } : {})
  for (const [width, height] of ABOVE_THE_FOLD) {
    await page.setViewportSize({ width, height })
    await page.goto('/about?lang=es')
    const { y, height: own } = (await page.locator('#first_name').boundingBox()) ?? { y: height, height }
    expect(y + own, `at ${width} px`).toBeLessThanOrEqual(height)
  }
  await page.close()
})

test('a browser that saves data fetches a search at its first use, and nothing ahead', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const fetched: string[] = []
  page.on('request', (each) => fetched.push(new URL(each.url()).pathname))
  const scripts = () => fetched.filter((path) => /\/(later|searches)-/.test(path)).map((path) => path.split(/[/-]/)[2])
  await page.goto('/about')
  await page.locator('#first_name').fill('Maya')
  await page.waitForTimeout(2_000)
  expect(scripts()).toEqual([])
  const country = page.locator('#country')
  await country.focus()
  await expect.poll(scripts).toEqual(['searches'])
  await expect(country).toHaveAttribute('role', 'combobox')
  await expect(country).toBeFocused()
})
