import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../playwright.config.ts'

/** A browser with a profile on disk, like a person's own, which can be killed and opened again. */
export type OwnBrowser = {
  /** Opens the browser with one new tab, after closing the browser that is open. */
  readonly open: () => Promise<Page>
  /** kill -9: pages are not notified. */
  readonly kill: () => Promise<void>
  /** Closes the browser and removes its profile. */
  readonly remove: () => Promise<void>
}

export async function ownBrowser(baseURL: string): Promise<OwnBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'causeway-browser-'))
  let context: BrowserContext | undefined
  const kill = async () => {
    const closed = context?.waitForEvent('close')
    // The lock of Chromium's profile names the process: `host-pid`.
    const pid = Number((await readlink(join(profile, 'SingletonLock'))).replace(/^.*-/, ''))
    process.kill(pid, 'SIGKILL')
    await closed
    context = undefined
  }
  return {
    open: async () => {
      await context?.close()
      const { args = [], executablePath } = config.use?.launchOptions ?? {}
      const browser = { args, ...(executablePath ? { executablePath } : {}) }
      context = await chromium.launchPersistentContext(profile, { ...browser, baseURL, locale: 'en-US' })
      return context.newPage()
    },
    kill,
    remove: async () => {
      await context?.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
