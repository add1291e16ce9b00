import { chromium } from '@playwright/test'
import { countUnasked, PRICED } from '../testing/unasked-bytes.ts'
import { startOwnServer } from './own-server.ts'

/** Each page with its bars: kilobytes and requests. */
const pages = [
  ['/about', 230, 25],
  ['/login', 230, 25],
  ['/staff', 230, 25],
] as const

/** Everything that a page brings by itself within ten seconds of opening, by the browser's own accounting. */
export async function byteMeasurements(): Promise<readonly string[]> {
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  })
  const server = await startOwnServer()
  try {
    const lines: string[] = []
    for (const [path, kilobytes, most] of pages) {
      const context = await browser.newContext()
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Network.enable')
      const unasked = countUnasked(cdp)
      await page.route('**/definition-findings-*.js', (route) => route.abort()) // only local hosts load it
      await page.goto(server.address + path)
      await page.waitForTimeout(PRICED)
      const { bytes, requests, kinds } = unasked()
      const parts = Object.entries(kinds).map(([kind, sum]) => `${kind.toLowerCase()} ${(sum / 1000).toFixed(1)}`)
      const isMet = bytes <= kilobytes * 1000 && requests <= most
      lines.push(
        `bytes: ${path}: ${(bytes / 1000).toFixed(1)} KB in ${requests} requests (${parts.join(', ')})` +
          `   (bar: ${kilobytes} KB in ${most}: ${isMet ? 'met' : 'not met'})`,
      )
      await context.close()
    }
    return lines
  } finally {
    await browser.close()
    await server.close()
  }
}
