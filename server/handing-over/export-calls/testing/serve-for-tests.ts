import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ExportRight, isGuarded } from '../../../../api/index.ts'
import type { Application } from '../../../../engine/index.ts'
import { baseRegister } from '../../../../form/index.ts'
import { domestic } from '../../../../form/testing/index.ts'
import { createPdfRenderer } from '../../../documents/application-pdf/index.ts'
import { createLog } from '../../../platform/http/index.ts'
import { createJobs } from '../../../platform/jobs/index.ts'
import { createLimits } from '../../../platform/limits/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { createStorage } from '../../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../../running/institution/index.ts'
import { appForTests, type DatabaseForTests, silentLog } from '../../../testing/index.ts'
import { confirmToken, tokenCommand } from '../../export-tokens/index.ts'
import { attachedTo, submitted, withDocuments } from '../../exports/testing/index.ts'
import { exportCallRoutes } from '../export-call-routes.ts'
import type { ExportCallsDeps } from '../source.ts'

export const BASE = '/export/v1'
export const everyRight = [
  'changes',
  'documents',
  'conduct',
  'demographics',
  'ssn',
  'acknowledge',
] as const satisfies readonly ExportRight[]

/** The export calls on a server, with a token of every right for each test. Its members exist only inside tests. */
export function serveForTests(on: DatabaseForTests) {
  const renderer = createPdfRenderer()
  let app: Awaited<ReturnType<typeof appForTests>>
  const at = {
    // Set before the first test.
    deps: {} as ExportCallsDeps,
    address: '',
    now: new Date(),
    logged: '',
    secret: '',
    /** The token with which the calls of this test are made. */
    made: { id: '', name: '' },
  }

  /** Makes another token for the calls of this test. */
  const token = async (rights: readonly ExportRight[], ...options: readonly string[]) => {
    const name = `reader-${randomUUID().slice(0, 8)}`
    const guarded = isGuarded(rights) ? ['--networks', '127.0.0.0/8,::1/128', '--purpose', 'a test'] : []
    const words = [
      'make',
      name,
      '--rights',
      rights.join(','),
      '--days',
      '1',
      '--by',
      'June Hale',
      ...guarded,
      ...options,
    ]
    at.secret = String(Object(await tokenCommand({ ...at.deps, mail: { enqueue: async () => {} } }, words)).token)
    at.made = { id: at.secret.slice(4, -44), name }
    if (isGuarded(rights) && !options.includes('--sandbox')) await confirmToken(at.deps, name, await administrator(on))
  }
  const call = (
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: `Bearer ${at.secret}` },
  ) => app.call(undefined, body === undefined ? 'GET' : 'POST', `${BASE}${path}`, body, headers)
  const refusalOf = async (...given: Parameters<typeof call>) => {
    const { status, body } = await call(...given)
    return { status, ...body }
  }
  /** A reply as it is, for PDFs and replies without a body. */
  const fetched = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${at.address}${BASE}${path}`, { headers: { authorization: `Bearer ${at.secret}`, ...headers } })
  const audited = () =>
    on.database.db
      .selectFrom('audit')
      .select(['action', 'subject', 'detail'])
      .where('actor', '=', `api:${at.made.name}`)
      .orderBy('id')
      .execute()
  const submit = async (application: Application = domestic, documents: Readonly<Record<string, Uint8Array>> = {}) => {
    const { id } = await submitted(at.deps, attachedTo(application, Object.keys(documents)))
    await withDocuments(on.database.db, at.deps.storage, id, documents)
    return id
  }

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    const clock = () => at.now
    at.deps = {
      database: on.database,
      keyRing,
      pdfSealer: async () => keyRing,
      form: formOf(institution),
      register: baseRegister(),
      editionNumbered: async () => undefined,
      institution,
      storage: await createStorage(on.settings, keyRing, clock, randomUUID()),
      jobs: createJobs(on.database, silentLog),
      renderer,
      settings: on.settings,
      now: clock,
      limits: createLimits(on.database, {
        export_call: { most: 30, seconds: 900 },
        export_number: { most: 5, seconds: 900 },
      }),
    }
    const stream = new Writable({
      write: (chunk, _, done) => {
        at.logged += chunk
        done()
      },
    })
    app = await appForTests(
      on.settings,
      async (inner) => void (await inner.register((each) => exportCallRoutes(each, at.deps))),
      createLog({ logLevel: 'trace' }, { stream }),
    )
    at.address = app.address
  })
  afterAll(async () => {
    await app.close()
    await renderer.close()
  })
  beforeEach(async () => {
    at.now = new Date()
    await token(everyRight)
  })
  return Object.assign(at, { token, call, refusalOf, fetched, audited, submit })
}

/** Somebody at the desk who confirms tokens. */
async function administrator({ database }: DatabaseForTests) {
  const person = { issuer: 'operator', subject: 'Ada Moss', name: 'Ada Moss', role: 'administrator' }
  const { id } = await database.db
    .insertInto('staff_person')
    .values(person)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ name: person.name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { by: person.name, actor: `staff:${person.name}`, person: id }
}
