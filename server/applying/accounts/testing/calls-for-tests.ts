import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { type App, createApp } from '../../../platform/http/index.ts'
import { createJobs, type Jobs } from '../../../platform/jobs/index.ts'
import { createLanguages } from '../../../platform/languages/index.ts'
import { createLimits, type Limits } from '../../../platform/limits/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { readInstitution } from '../../../running/institution/index.ts'
import { createMail } from '../../../running/mail/index.ts'
import type { DatabaseForTests } from '../../../testing/index.ts'
import type { Accounts } from '../accounts.ts'
import { accountHelpRoutes, accountRoutes, createAccounts, expiredCookies, sessionTokenFrom } from '../index.ts'

export const PASSWORD = 'Correct-Horse-7-Battery'

/** The account calls over HTTP, with mails really sent; `call` uses the product's limits. */
export function callsForTests(on: DatabaseForTests) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  let jobs: Jobs
  let accounts: Accounts
  const apps: App[] = []
  let server: Awaited<ReturnType<typeof open>>
  const call: typeof server = (...given) => server(...given)

  /** A server set up as in the product, with these limits and languages. */
  async function open(limits: Limits, languages = createLanguages()) {
    const { settings } = on
    const app = await createApp(
      settings,
      {
        applicantOf: async ({ headers }, touch) =>
          accounts.sessionOf(sessionTokenFrom(headers.cookie, settings) ?? '', {
            touch,
            language: languages.chosen({ headers }),
          }),
        expiredCookies: expiredCookies(settings),
      },
      log,
      { languages },
    )
    await app.register(async (inner) => {
      await accountRoutes(inner, accounts, limits, settings, languages)
      await accountHelpRoutes(inner, accounts, limits, settings)
    })
    apps.push(app)
    return async (
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      body?: object,
      cookie = '',
      remoteAddress = '127.0.0.1',
      others: Readonly<Record<string, string>> = {},
    ) => {
      const headers = { 'content-type': 'application/json', cookie, ...others }
      const reply = await app.inject({
        method,
        url,
        headers,
        remoteAddress,
        ...(body ? { payload: JSON.stringify(body) } : {}),
      })
      return { status: reply.statusCode, headers: reply.headers, body: reply.json(), cookies: cookiesOf(reply.headers) }
    }
  }
  /** Signs up and confirms in one browser; returns the cookie that marks the browser as known. */
  async function confirmed(username: string, mails = 1) {
    const { cookies } = await call('POST', '/public/signup', { username, password: PASSWORD })
    const body = { username, code: codeInText(await mailTo(username, mails)) }
    const reply = await call('POST', '/public/confirm', body, cookieHeader(cookies))
    expect(reply.status).toBe(200)
    return cookieHeader(reply.cookies.filter((cookie) => cookie.startsWith('causeway-browser')))
  }

  beforeAll(async () => {
    const { database, settings } = on
    const keyRing = createKeyRing(settings)
    const institution = readInstitution(settings)
    jobs = createJobs(database, log)
    const mail = createMail({ database, settings, institution, jobs, keyRing, log })
    accounts = createAccounts({ database, keyRing, settings, institution, mail, log })
    // Before any call, as in the product: creating the job tables keeps the embedded database busy.
    await jobs.start()
    server = await open(createLimits(database))
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await jobs.stop()
  })

  const folder = () => join(on.settings.dataDir, 'mail')
  async function mailTo(username: string, number: number) {
    const mails = await vi.waitFor(
      async () => {
        const names = existsSync(folder()) ? readdirSync(folder()).filter((name) => name.endsWith('.eml')) : []
        const all = await Promise.all(names.sort().map((name) => PostalMime.parse(readFileSync(join(folder(), name)))))
        const found = all.filter(({ to }) => to?.[0]?.address === username)
        expect(found).toHaveLength(number)
        return found
      },
      { timeout: 30_000 },
    )
    return mails.at(-1)?.text ?? ''
  }
  return { call, open, confirmed, mailTo, lines }
}

/** The Cookie header that a browser sends back for these Set-Cookie values. */
export const cookieHeader = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ')
export const codeInText = (text: string) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? 'no code'

const cookiesOf = (headers: { 'set-cookie'?: string | string[] | undefined }) => [headers['set-cookie'] ?? []].flat()
