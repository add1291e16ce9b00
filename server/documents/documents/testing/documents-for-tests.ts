import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { applicationRoutes } from '../../../applying/applications/index.ts'
import { submissionRoutes } from '../../../applying/submissions/index.ts'
import { installationId } from '../../../platform/database/index.ts'
import type { App } from '../../../platform/http/index.ts'
import { createJobs } from '../../../platform/jobs/index.ts'
import { createLimits } from '../../../platform/limits/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { createStorage } from '../../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../../running/institution/index.ts'
import { appForTests, type DatabaseForTests, silentLog } from '../../../testing/index.ts'
import { type Converter, createConverter, createOffice, type Outcome } from '../../conversion/index.ts'
import { type DocumentsDeps, defineConversionJobs, defineDocumentMaintenance, documentRoutes } from '../index.ts'

type Reply = { readonly status: number; readonly body: Record<string, unknown> }

/** A server with the document and application calls on a test's database. `convert` replaces the converter. */
export async function documentsForTests(
  on: DatabaseForTests,
  convert?: Converter['convert'],
  rest: Partial<DocumentsDeps> = {},
  more: (app: App, documents: DocumentsDeps) => void = () => {},
) {
  const institution = readInstitution(on.settings)
  const keyRing = createKeyRing(on.settings)
  const now = () => new Date()
  const jobs = createJobs(on.database, silentLog)
  const real = createConverter(createOffice(undefined))
  const deps: DocumentsDeps = {
    database: on.database,
    keyRing,
    form: formOf(institution),
    institution,
    now,
    jobs,
    storage: await createStorage(on.settings, keyRing, now, await installationId(on.database.db)),
    converter: { convert: convert ?? real.convert, close: real.close },
    limits: createLimits(on.database, { upload: { most: 1000, seconds: 60 } }),
    scan: undefined,
    settings: on.settings,
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    onAnswered: async () => {},
    ...rest,
  }
  defineConversionJobs(deps)
  defineDocumentMaintenance(deps)
  await jobs.start()
  const routes = async (app: App) => {
    applicationRoutes(app, deps)
    submissionRoutes(app, { ...deps, onAccepted: async () => {} })
    await documentRoutes(app, deps)
    more(app, deps)
  }
  const server = await appForTests(on.settings, routes, undefined, (account) => ownerOf(on, account))
  return {
    documents: deps,
    address: server.address,
    applicant: () => applicantOn(server),
    close: async () => {
      await server.close()
      await jobs.stop()
      real.close()
    },
  }
}

/** Whose the calls of an account are, like `ownerOfAccount`, but for accounts without a row in the table of users. */
async function ownerOf({ database: { db } }: DatabaseForTests, account: string) {
  const idOf = (column: 'account_id' | 'former_account_id') =>
    db.selectFrom('application').select('id').where(column, '=', account).limit(1).executeTakeFirst()
  const current = (await idOf('former_account_id')) && (await idOf('account_id'))
  return current ? `${account}.${current.id}` : account
}

/** One applicant and what her browser does. */
function applicantOn({ address, call: send }: Awaited<ReturnType<typeof appForTests>>) {
  const account = randomUUID()
  const call = (method: string, path: string, body?: unknown): Promise<Reply> => send(account, method, path, body)
  const conversion = (key: string) => call('GET', `/api/pdf/document-answer/${key}`)
  const applicant = {
    account,
    call,
    conversion,
    /** Requests a permission and uploads; returns the key of the file. */
    async upload(key: string, bytes: Uint8Array): Promise<string> {
      const { body } = await call('POST', '/api/presigned-url', { answer_key: key })
      const form = new FormData()
      for (const [name, value] of Object.entries(Object(body.fields))) form.append(name, String(value))
      form.append('file', new Blob([Buffer.from(bytes)]), 'file')
      const reply = await fetch(new URL(String(body.url), address), { method: 'POST', body: form })
      if (reply.status !== 204) throw new Error(`The upload was answered ${reply.status}.`)
      return String(Object(body.fields).key)
    },
    /** The same, and also starts the conversion. */
    async attach(key: string, name: string, bytes: Uint8Array): Promise<Reply> {
      const file_key = await applicant.upload(key, bytes)
      return call('POST', `/api/pdf/document-answer/${key}`, { file_key, file_name: name })
    },
    /** Waits until a conversion has ended. */
    settled: (key: string) =>
      vi.waitUntil(
        async () => {
          const { body } = await conversion(key)
          return body.status === 'COMPLETED' || body.status === 'FAILED' ? body : undefined
        },
        { timeout: 30_000, interval: 50 },
      ),
    profile: async () => (await call('GET', '/api/profile')).body,
  }
  return applicant
}

/** A conversion that ends when the test decides, and with the outcome it decides. */
export function pausedConversion() {
  let end: (outcome: Outcome) => void = () => {}
  const started = vi.fn()
  const convert = () => {
    started()
    return new Promise<Outcome>((resolve) => {
      end = resolve
    })
  }
  return { convert, started, end: (outcome: Outcome) => end(outcome) }
}
