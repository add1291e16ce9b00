import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { type StaffCallName, type StaffRole, staffCalls } from '../../../../api/index.ts'
import { withDescriptions } from '../../../../engine/index.ts'
import { baseRegister } from '../../../../form/index.ts'
import { domestic } from '../../../../form/testing/index.ts'
import { editApplication } from '../../../applying/applications/index.ts'
import { sealSnapshot } from '../../../applying/submissions/index.ts'
import { createPdfRenderer } from '../../../documents/application-pdf/index.ts'
import { createJobs } from '../../../platform/jobs/index.ts'
import { createLimits } from '../../../platform/limits/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { createStorage } from '../../../platform/storage/index.ts'
import { formOf, openEditions, readInstitution } from '../../../running/institution/index.ts'
import { appForTests, type DatabaseForTests, silentLog } from '../../../testing/index.ts'
import { withdrawApplication } from '../../after-submission/testing/index.ts'
import { erasuresForTests } from '../../erasure/testing/index.ts'
import { serviceLinkRoutes } from '../../service-links/index.ts'
import { staffLinkCommand, staffRoutes, staffSessionIdIn } from '../index.ts'
import type { StaffDeps } from '../staff.ts'

/** When every test begins. */
export const start = new Date('2026-11-21T18:00:00Z')
export const MINUTE = 60_000 // ms

/** The staff desk over HTTP, on a clock of its own. Call it inside a block of `databasesForTests`. */
export function staffForTests(on: DatabaseForTests) {
  let now = start
  let deps: StaffDeps
  let app: Awaited<ReturnType<typeof appForTests>>
  const renderer = createPdfRenderer()
  const forgotPassword = vi.fn<StaffDeps['accounts']['forgotPassword']>(async () => ({ kind: 'ok' }))

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    const clock = () => now
    const parts = {
      database: on.database,
      keyRing,
      pdfSealer: async () => keyRing,
      form: formOf(institution),
      register: baseRegister(),
      institution,
      storage: await createStorage(on.settings, keyRing, clock, randomUUID()),
      jobs: createJobs(on.database, silentLog),
      renderer,
      now: clock,
      settings: { ...on.settings, deliveriesFile: join(on.settings.dataDir, 'deliveries.json') },
      limits: createLimits(on.database),
      editions: await openEditions({ database: on.database, file: institution, log: silentLog }),
    }
    const erasures = erasuresForTests(parts)
    deps = { ...parts, erasures, afterSubmission: erasures, accounts: { forgotPassword } }
    await deps.jobs.start({ only: 'enqueue' })
    app = await appForTests(on.settings, (inner) => {
      staffRoutes(inner, deps)
      serviceLinkRoutes(inner, deps, deps.limits, ({ headers }) => staffSessionIdIn(deps, headers.cookie))
    })
  })
  afterAll(async () => {
    await deps.editions.close()
    await app.close()
    await deps.jobs.stop()
    await renderer.close()
  })
  beforeEach(async () => {
    now = start
    await on.database.db.deleteFrom('rate_limit').execute()
  })

  const linkFor = async (name: string, role: string, ...more: readonly string[]) =>
    (await staffLinkCommand(deps, [name, '--role', role, '--by', 'the operator', ...more])).url.split('#')[1] ?? ''
  const post = (path: string, body: unknown, cookie = '') =>
    app.call(undefined, 'POST', path, body, cookie === '' ? {} : { cookie })
  /** The cookie of somebody who signs in, in a browser that had this one. */
  async function signedIn(role: StaffRole, name = 'June Hale', earlier = ''): Promise<string> {
    const { status, headers } = await post(staffCalls.useStaffLink.path, { token: await linkFor(name, role) }, earlier)
    expect(status).toBe(200)
    return headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  /** Makes a call; the reply is checked against its schema by the server. */
  const make = (cookie: string, name: StaffCallName, payload: unknown = {}, id: string | number = '') => {
    const { method, path } = staffCalls[name]
    return app.call(undefined, method, path.replace(':id', String(id)), method === 'GET' ? undefined : payload, {
      cookie,
    })
  }
  const find = async (cookie: string, asked: object = {}) => (await make(cookie, 'findApplications', asked)).body
  const namesOf = (found: { applications: readonly { name: string }[] }) => found.applications.map(({ name }) => name)
  const audited = (action: string) =>
    on.database.db
      .selectFrom('audit')
      .select(['actor', 'subject', 'detail'])
      .where('action', '=', action)
      .orderBy('id')
      .execute()

  /** An account with an application that has these answers, submitted if it has a reference. */
  async function applicant(answers: Readonly<Record<string, string>>, reference?: string) {
    const account = randomUUID()
    const { db } = on.database
    const email = answers.email_address ?? `${account}@mail.example`
    await db
      .insertInto('user')
      .values({ id: account, name: '', email, emailVerified: true, image: null, updatedAt: now })
      .execute()
    const edited = await editApplication(deps, account, async (application) => {
      application.write(answers)
      return application.id
    })
    const id = String(edited)
    if (reference !== undefined) {
      const application = { ...domestic, document_answer: {}, answer: { ...domestic.answer, ...answers } }
      const described = { ...application, answer: withDescriptions(deps.form, application) }
      const snapshot = { form_version: deps.form.version, application: described, outline: { pages: [] } }
      const row = { application_id: id, reference, form_version: deps.form.version, submitted_at: now }
      await db
        .insertInto('submission')
        .values({ ...row, snapshot: sealSnapshot(snapshot, id, deps.keyRing) })
        .execute()
    }
    return id
  }
  const accountOf = async (id: string) => {
    const found = on.database.db.selectFrom('application').select('account_id').where('id', '=', id)
    return String((await found.executeTakeFirstOrThrow()).account_id)
  }
  /** As its applicant does. */
  async function withdraw(id: string) {
    const withdrawn = await withdrawApplication(deps.afterSubmission, await accountOf(id), { id, reason: 'Elsewhere.' })
    expect(withdrawn).toEqual({ message: 'Your application is withdrawn.' })
  }
  return {
    linkFor,
    post,
    signedIn,
    make,
    find,
    namesOf,
    audited,
    accountOf,
    applicant,
    withdraw,
    forgotPassword,
    deps: () => deps,
    address: () => app.address,
    call: (...given: Parameters<typeof app.call>) => app.call(...given),
    /** Sets the clock to so many milliseconds after the start. */
    later: (milliseconds: number) => {
      now = new Date(start.getTime() + milliseconds)
      return now
    },
  }
}
