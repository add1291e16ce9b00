import { type Kysely, sql } from 'kysely'
import type { StaffReply } from '../../../api/index.ts'
import { questionsByKey } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { handedOver } from '../acknowledgements/index.ts'
import { documentScans, scanInWords } from '../documents/index.ts'
import { lifeOf } from './application-life.ts'
import { erasureStateOf } from './erasures.ts'
import { describeListed, duplicatePairs, listedColumns, mailState } from './listed-application.ts'
import { queueRows } from './queue-rows.ts'
import type { StaffDeps } from './staff.ts'

type Reply = StaffReply<'readApplication'>

/** Everything that staff see of an application beside its answers. */
export async function readApplication(deps: StaffDeps, id: string): Promise<Reply | Refusal> {
  const { db } = deps.database
  const row = await queueRows(db)
    .select(listedColumns)
    .where('application_index.application_id', '=', id)
    .executeTakeFirst()
  if (!row) return refusal('no_such_application')
  const [[listed], mails, files, notes, duplicates, deliveries, history, erasing, life] = await Promise.all([
    describeListed(deps, [row]),
    db
      .selectFrom('sent_mail')
      .select(['kind', 'enqueued_at', 'sent_at', 'refused_at'])
      .where('application_id', '=', id)
      .orderBy('enqueued_at')
      .execute(),
    filesOf(deps, id),
    notesOf(db, id),
    duplicatePairs(db, [id]).execute(),
    deliveriesOf(db, id),
    historyOf(db, id),
    erasureStateOf(db, id),
    lifeOf(deps, id),
  ])
  if (!listed) throw new Error('An application that was just read is missing.')
  return {
    ...listed,
    ...{ history, files, notes, deliveries },
    ...erasing,
    ...life,
    mails: mails.map(({ kind, enqueued_at, ...mail }) => ({
      ...{ kind, at: (mail.refused_at ?? mail.sent_at ?? enqueued_at).toISOString(), state: mailState(mail) },
    })),
    duplicates_of: duplicates.map(({ of: _, application_id, ...other }) => ({ id: application_id, ...other })),
  }
}

/** What happened to an application, oldest first, by its statuses and by what other systems were told. */
async function historyOf(db: Kysely<Tables>, id: string): Promise<Reply['history']> {
  const statuses = await db
    .selectFrom('web_status')
    .select(['status as what', 'at'])
    .where('application_id', '=', id)
    .where('status', '!=', 'submitted')
    .execute()
  const changes = await db
    .selectFrom('application_change')
    .select(['kind as what', 'at'])
    .where('application_id', '=', id)
    .execute()
  return [...statuses, ...changes]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ what, at }) => ({ what, at: at.toISOString() }))
}

async function filesOf({ database: { db }, form, institution }: StaffDeps, id: string): Promise<Reply['files']> {
  const scans = await documentScans(db, id)
  const files = await db
    .selectFrom('document')
    .leftJoin('document_request', 'document_request.document_id', 'document.id')
    .select(['answer_key', 'file_name', 'status', 'title'])
    .where('document.application_id', '=', id)
    .where('status', 'not in', ['ISSUED', 'DETACHED'])
    .orderBy('created_at')
    .execute()
  const states = { UNPROCESSED: 'waiting', IN_PROGRESS: 'converting', COMPLETED: 'attached', FAILED: 'failed' }
  return files.map(({ answer_key, file_name, status, title }) => {
    const scan = scans.get(answer_key)
    const question = questionsByKey(form).get(answer_key)
    return {
      question: question && 'label' in question ? String(question.label) : (title ?? answer_key),
      name: file_name ?? '',
      state: status in states ? states[status as keyof typeof states] : status,
      scan: scan === undefined ? null : scanInWords(scan, institution.time_zone),
    }
  })
}

const notesOf = async (db: Kysely<Tables>, id: string): Promise<Reply['notes']> =>
  (
    await db
      .selectFrom('application_note')
      .innerJoin('staff_person', 'staff_person.id', 'person_id')
      .select(['name as by', 'at', 'text'])
      .where('application_id', '=', id)
      .orderBy('application_note.id')
      .execute()
  ).map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))

async function deliveriesOf(db: Kysely<Tables>, id: string): Promise<Reply['deliveries']> {
  const given = await db
    .selectFrom(handedOver(db, [id]).as('given'))
    .select(['target'])
    .select(sql<Date>`max(at)`.as('at'))
    .groupBy('target')
    .orderBy('at', 'desc')
    .execute()
  const answers = await db
    .selectFrom('acknowledgement')
    .select(['target', 'result', 'reason', 'at'])
    .where('application_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return given.map(({ target, at }) => {
    const answer = answers.find((each) => each.target === target)
    return answer
      ? { target, at: answer.at.toISOString(), state: answer.result, reason: answer.reason }
      : { target, at: at.toISOString(), state: 'delivered' as const, reason: '' }
  })
}
