import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { baseRegister } from '../../../../../form/index.ts'
import { CLIENT, type ProviderForTests, startProvider } from '../../../../../testing/start-oidc-provider.ts'
import { createPdfRenderer } from '../../../../documents/application-pdf/index.ts'
import { createLog } from '../../../../platform/http/index.ts'
import { createJobs } from '../../../../platform/jobs/index.ts'
import { createLimits } from '../../../../platform/limits/index.ts'
import { createKeyRing } from '../../../../platform/secrets/index.ts'
import type { StaffProviderSettings } from '../../../../platform/settings/index.ts'
import { createStorage } from '../../../../platform/storage/index.ts'
import { formOf, openEditions, readInstitution } from '../../../../running/institution/index.ts'
import { appForTests, type DatabaseForTests, freePort, silentLog } from '../../../../testing/index.ts'
import { erasuresForTests } from '../../../erasure/testing/index.ts'
import { staffRoutes } from '../../index.ts'
import type { StaffDeps } from '../../staff.ts'
import { type BrowserForTests, createBrowser, type Page } from './create-browser.ts'

export const BASE_URL = 'https://apply.bridger.example'
/** The names of its cookies. */
export const SESSION = '__Host-causeway-staff'
export const PENDING = '__Host-causeway-staff-sign-in'

const roles = { 'adm-viewers': 'viewer', 'adm-processors': 'processor', 'adm-admins': 'administrator' } as const

type Desk = Awaited<ReturnType<typeof appForTests>>
type Special = { readonly staffHost?: string; readonly mostSignIns?: number }

/** A staff desk and its provider for a block of tests; each test begins with a new person, who is a viewer. */
export function deskForTests(on: DatabaseForTests) {
  const renderer = createPdfRenderer()
  const log = { text: '' }
  const settings: StaffProviderSettings = {
    issuer: '',
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    roleClaim: 'groups',
    secondFactor: undefined,
  }
  let current: { readonly app: Desk; readonly deps: StaffDeps; readonly provider: ProviderForTests } | undefined
  const opened = () => {
    if (!current) throw new Error('The desk of a test exists only inside tests and hooks.')
    return current
  }

  async function depsWith(staffProvider: StaffProviderSettings, { staffHost, mostSignIns = 10_000 }: Special) {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    const now = () => new Date()
    const deps = {
      database: on.database,
      keyRing,
      pdfSealer: async () => keyRing,
      form: formOf(institution),
      register: baseRegister(),
      institution: { ...institution, staff: { roles } },
      storage: await createStorage(on.settings, keyRing, now, randomUUID()),
      jobs: createJobs(on.database, silentLog),
      renderer,
      now,
    }
    const erasures = erasuresForTests(deps)
    return {
      ...deps,
      erasures,
      afterSubmission: erasures,
      editions: await openEditions({ database: on.database, file: deps.institution, log: silentLog }),
      accounts: { forgotPassword: async () => ({ kind: 'ok' as const }) },
      settings: { ...on.settings, baseUrl: BASE_URL, staffProvider, staffHost },
      limits: createLimits(on.database, { staff_sign_in: { most: mostSignIns, seconds: 900 } }),
    }
  }
  const open = async (deps: Awaited<ReturnType<typeof depsWith>>) => {
    const stream = new Writable({
      write: (chunk, _, done) => {
        log.text += chunk
        done()
      },
    })
    return appForTests(deps.settings, (app) => staffRoutes(app, deps), createLog({ logLevel: 'trace' }, { stream }))
  }

  beforeAll(async () => {
    const port = await freePort()
    Object.assign(settings, { issuer: `http://127.0.0.1:${port}` })
    const deps = await depsWith(settings, {})
    const app = await open(deps)
    const backChannel = `${app.address}/staff/back-channel-logout`
    const provider = await startProvider(port, {
      redirect: `${BASE_URL}/staff/callback`,
      afterSignOut: `${BASE_URL}/staff`,
      backChannel,
    })
    current = { app, deps, provider }
  })
  afterAll(async () => {
    await opened().deps.editions.close()
    await opened().app.close()
    await opened().provider.close()
    await renderer.close()
  })
  beforeEach(() => opened().provider.reset())

  return {
    settings,
    log,
    get app() {
      return opened().app
    },
    get deps() {
      return opened().deps
    },
    get provider() {
      return opened().provider
    },
    /** Another desk on the same database, which the test closes. */
    open: async (provider: StaffProviderSettings, special: Special = {}) => open(await depsWith(provider, special)),
    browserAt: ({ address }: Desk = opened().app) => createBrowser(address, BASE_URL),
    /** The id of the person who signs in. */
    async idOf(): Promise<number> {
      const { sub } = opened().provider.next.person
      const query = on.database.db.selectFrom('staff_person').select('id').where('subject', '=', sub)
      return (await query.executeTakeFirstOrThrow()).id
    },
    recorded: (subject: string) =>
      on.database.db
        .selectFrom('audit')
        .select(['actor', 'action', 'detail'])
        .where('subject', '=', subject)
        .orderBy('id')
        .execute(),
    refusals: async () =>
      Number(
        (
          await on.database.db
            .selectFrom('audit')
            .select(({ fn }) => fn.countAll().as('count'))
            .where('action', '=', 'staff sign-in refused')
            .executeTakeFirstOrThrow()
        ).count,
      ),
    lastRefusal: () =>
      on.database.db
        .selectFrom('audit')
        .select(['actor', 'subject', 'detail'])
        .where('action', '=', 'staff sign-in refused')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    /** A page for a person, with a link to sign in again, and nobody is signed in. */
    async expectRefused(reply: Page, browser: BrowserForTests, status: number, sentence: RegExp): Promise<void> {
      expect({ status: reply.status, type: reply.type }).toEqual({ status, type: 'text/html; charset=utf-8' })
      expect(reply.text).toMatch(sentence)
      expect(reply.text).toContain('<a href="/staff/sign-in">')
      expect(reply.text).not.toMatch(/<script|undefined|object Object/)
      expect(browser.jarOf(BASE_URL).size).toBe(0)
      expect((await browser.session()).status).toBe(401)
    },
  }
}
