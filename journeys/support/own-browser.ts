import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../playwright.config.ts'

/** A browser with a profile on the disk, like a person's own, which can be killed and opened again. */
export type OwnBrowser = {
  /** Opens it with one new tab; the browser that was open is closed first. */
  readonly open: () => Promise<Page>
  /** kill -9: no page hears of it. */
  readonly kill: () => Promise<void>
  /** Ends it and removes its profile. */
  readonly remove: () => Promise<void>
}

export async function ownBrowser(baseURL: string): Promise<OwnBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'causeway-browser-'))
  let context: BrowserContext | undefined
  const kill = async () => {
    const closed = context?.waitForEvent('close')
    // Chromium names itself in the lock of its profile: `host-pid`.
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
