import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Application, outlineOf } from '../../../../engine/index.ts'
import { type ApplicationDeps, REQUEST } from '../../../applying/applications/index.ts'
import { sealSnapshot } from '../../../applying/submissions/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Storage } from '../../../platform/storage/index.ts'

const staffPerson = ({ database }: Pick<ApplicationDeps, 'database'>) =>
  database.db
    .insertInto('staff_person')
    .values({ issuer: 'test', subject: randomUUID(), name: 'June Hale', role: 'processor' })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Opens a submitted application and stores these answers as its next version, with the documents it has now. */
export async function signedAgain(applications: ApplicationDeps, id: string, application: Application): Promise<void> {
  const { keyRing, form, database } = applications
  const { id: made_by } = await staffPerson(applications)
  await inTransaction(database.db, async (transaction) => {
    const { version, reference } = await transaction
      .selectFrom('submission')
      .select(['version', 'reference'])
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow()
    const until = new Date(Date.now() + 60_000)
    await transaction
      .insertInto('reopening')
      .values({ application_id: id, version, until, reason: 'Please correct it.', made_by })
      .execute()
    await sql`select replace_submission(${id}::uuid)`.execute(transaction)
    const snapshot = { form_version: form.version, application, outline: outlineOf(form, application) }
    const signed = { application_id: id, reference, version: version + 1, form_version: form.version }
    await transaction
      .insertInto('submission')
      .values({ ...signed, snapshot: sealSnapshot(snapshot, id, keyRing) })
      .execute()
  })
}

/** Asks for a document of a submitted application, which comes at once. Returns its key. */
export async function requestedDocument(
  applications: ApplicationDeps & { readonly storage: Storage },
  id: string,
  pdf: Uint8Array,
): Promise<string> {
  const { database, storage } = applications
  const { id: made_by } = await staffPerson(applications)
  const until = new Date(Date.now() + 60_000)
  const { id: request } = await database.db
    .insertInto('document_request')
    .values({ application_id: id, title: 'Spring grades', reason: 'Please send them.', until, made_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer_key = `${REQUEST}${request}`
  const result_key = storage.keyOf('converted', id, `${answer_key}.pdf`)
  await storage.write(result_key, pdf)
  const row = { application_id: id, answer_key, file_key: randomUUID(), result_key, file_name: 'grades.pdf' }
  const { id: document_id } = await database.db
    .insertInto('document')
    .values({ ...row, status: 'COMPLETED' as const })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .updateTable('document_request')
    .set({ document_id, ended_at: new Date() })
    .where('id', '=', request)
    .execute()
  return answer_key
}
