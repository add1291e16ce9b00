import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Application, outlineOf } from '../../../../engine/index.ts'
import { veteran } from '../../../../form/testing/index.ts'
import { type ApplicationDeps, applicationOf } from '../../../applying/applications/index.ts'
import { sealSnapshot } from '../../../applying/submissions/index.ts'
import { connectDatabase, type Tables } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/http/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { readSettings } from '../../../platform/settings/index.ts'
import type { Storage } from '../../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../../running/institution/index.ts'

/** The current application of an account, accepted with these answers; `db` may be a transaction. */
export async function submitted(
  applications: ApplicationDeps,
  application: Application,
  db: Kysely<Tables> = applications.database.db,
  account: string = randomUUID(),
): Promise<{ readonly id: string; readonly reference: string }> {
  const { keyRing, form } = applications
  const reference = randomUUID().slice(0, 9).toUpperCase()
  const { id } = await applicationOf(applications, db, account)
  const snapshot = { form_version: form.version, application, outline: outlineOf(form, application) }
  const row = {
    application_id: id,
    reference,
    form_version: form.version,
    snapshot: sealSnapshot(snapshot, id, keyRing),
  }
  await db.insertInto('submission').values(row).execute()
  return { id, reference }
}

/** The same application with only these documents, each of them stored. */
export async function withDocuments(
  db: Kysely<Tables>,
  storage: Storage,
  id: string,
  documents: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  for (const [answer_key, pdf] of Object.entries(documents)) {
    const result_key = storage.keyOf('converted', id, `${answer_key}.pdf`)
    await storage.write(result_key, pdf)
    const row = { application_id: id, answer_key, file_key: randomUUID(), result_key, file_name: 'scan.pdf' }
    const { id: document_id } = await db
      .insertInto('document')
      .values({ ...row, status: 'COMPLETED' as const })
      .returning('id')
      .executeTakeFirstOrThrow()
    // As when it is submitted with them.
    await db.insertInto('signed_document').values({ application_id: id, version: 1, answer_key, document_id }).execute()
  }
}

/** These answers, with documents for these questions and no others. */
export function attachedTo(application: Application, keys: readonly string[]): Application {
  const others = Object.entries(application.answer).filter(([, value]) => value !== 'ANSWERED')
  const attached = keys.map((key) => [key, 'ANSWERED'] as const)
  return {
    ...application,
    answer: Object.fromEntries([...others, ...attached]),
    document_answer: Object.fromEntries(keys.map((key) => [key, { file_name: 'scan.pdf', file_size: 20_480 }])),
  }
}

const AT_ONCE = 8

/** Stores this many submitted applications, each with all that a veteran with eight colleges answers. */
export async function submitMany(environment: Readonly<Record<string, string>>, count: number): Promise<void> {
  const settings = readSettings(environment)
  const database = await connectDatabase(settings, createLog({ logLevel: 'silent' }))
  const institution = readInstitution(settings)
  const keyRing = createKeyRing(settings)
  const deps = { database, keyRing, form: formOf(institution), institution, now: () => new Date() }
  let left = count
  const submitSome = async () => {
    while (left > 0) {
      left -= 1
      await submitted(deps, { ...veteran, document_answer: {} })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, submitSome))
  } finally {
    await database.close()
  }
}
