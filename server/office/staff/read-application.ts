import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { mayStaff, originalPath, packetPath, type StaffReply, staffRoles } from '../../../api/index.ts'
import { english, questionsByKey } from '../../../engine/index.ts'
import { ownerAccount } from '../../applying/applications/index.ts'
import {
  keptOriginal,
  pdfNameIn,
  scanInWords,
  scanOf,
  signaturesInWords,
  signaturesOf,
} from '../../documents/documents/index.ts'
import { makePacket } from '../../documents/packets/index.ts'
import { handedOver } from '../../handing-over/acknowledgements/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type App, plainPage, type Refusal, refusal, refuse } from '../../platform/http/index.ts'
import { lifeOf } from './application-life.ts'
import { erasureStateOf } from './erasures.ts'
import { describeRow, duplicatePairs, leastOf, listedColumns, mailState, queueRows } from './listed-application.ts'
import { actorOf, recordStaff } from './record-staff.ts'
import { requireStaff, sessionIn } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

type Reply = StaffReply<'readApplication'>

/**
 * Everything that staff see of an application beside its answers. What the queue says of it is taken from what is read
 * here anyway: no table is read twice.
 */
export async function readApplication(
  deps: StaffDeps,
  { role }: Pick<StaffSession, 'role'>,
  id: string,
): Promise<Reply | Refusal> {
  const { db } = deps.database
  const row = await queueRows(db)
    .leftJoin('staff_person', 'staff_person.id', 'handling.assignee_id')
    .leftJoin('application_pdf', 'application_pdf.application_id', 'application.id')
    .leftJoin('submission', 'submission.application_id', 'application.id')
    .leftJoin('withdrawal', 'withdrawal.application_id', 'application.id')
    .select(listedColumns)
    .select(['staff_person.name as assignee', 'application_pdf.status as pdf', 'submission.version as signed_version'])
    .select('submission.language')
    .select(['withdrawal.at as withdrawn_at', 'withdrawal.reason as withdrawn_because', ownerAccount.as('owner')])
    .where('application_index.application_id', '=', id)
    .executeTakeFirst()
  if (!row) return refusal('no_such_application')
  if (row.signed_version === null && !mayStaff(role, 'drafts')) return refusal('missing_drafts_right')
  const [mails, documents, notes, duplicates, deliveries, history, erasing, life] = await Promise.all([
    db
      .selectFrom('sent_mail')
      .select(['kind', 'enqueued_at', 'sent_at', 'refused_at'])
      .where('application_id', '=', id)
      .orderBy('enqueued_at')
      .execute(),
    documentsOf(deps, id, role),
    notesOf(db, id),
    duplicatePairs(db, [id]).execute(),
    deliveriesOf(db, id),
    historyOf(db, id),
    erasureStateOf(db, id),
    lifeOf(deps, id, row),
  ])
  return {
    ...describeRow(deps, row, {
      documents: documents.counts,
      pdf: row.pdf,
      assignee: row.assignee,
      receipt: mails.find(({ kind }) => kind === 'receipt'),
      handed_over: leastOf(deliveries.map(({ state }) => state)),
      duplicates: duplicates.length,
    }),
    answered_in: row.language === english.language ? null : row.language,
    history,
    files: documents.files,
    notes,
    deliveries,
    ...erasing,
    ...life,
    mails: mails.map(({ kind, enqueued_at, ...mail }) => ({
      kind,
      at: (mail.refused_at ?? mail.sent_at ?? enqueued_at).toISOString(),
      state: mailState(mail),
    })),
    duplicates_of: duplicates.map(({ of: _, application_id, ...other }) => ({ id: application_id, ...other })),
  }
}

/** What happened to an application, oldest first, by its statuses and by what other systems were told. */
async function historyOf(db: Kysely<Tables>, id: string): Promise<Reply['history']> {
  const happened = await db
    .selectFrom('web_status')
    .select([sql<string>`status`.as('what'), 'at'])
    .where('application_id', '=', id)
    .where('status', '!=', 'submitted')
    .unionAll(
      db
        .selectFrom('application_change')
        .select([sql<string>`kind`.as('what'), 'at'])
        .where('application_id', '=', id),
    )
    .orderBy('at')
    .execute()
  return happened.map(({ what, at }) => ({ what, at: at.toISOString() }))
}

/** The files of an application, and how many of them are how far. */
async function documentsOf(
  { database: { db }, keyRing, form, institution }: StaffDeps,
  id: string,
  role: StaffSession['role'],
) {
  const found = await db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .leftJoin('document_request', 'document_request.document_id', 'document.id')
    .select(['answer_key', 'file_name', 'status', 'title', 'scanned_at', 'scanned_by'])
    .select(['document.id', 'document.application_id', 'signatures', 'kept_key', 'data_key'])
    .where('document.application_id', '=', id)
    .where('status', 'not in', ['ISSUED', 'DETACHED'])
    .orderBy('document.created_at')
    .execute()
  const states = { UNPROCESSED: 'waiting', IN_PROGRESS: 'converting', COMPLETED: 'attached', FAILED: 'failed' }
  const files = found.map(({ answer_key, file_name, status, title, kept_key, ...row }) => {
    const question = questionsByKey(form).get(answer_key)
    return {
      question: question && 'label' in question ? String(question.label) : (title ?? answer_key),
      name: file_name ?? '',
      state: status in states ? states[status as keyof typeof states] : status,
      scan: status === 'COMPLETED' ? scanInWords(scanOf(row), institution.time_zone) : null,
      signature: signaturesInWords(signaturesOf(keyRing, row), institution.time_zone),
      original: kept_key !== null && status === 'COMPLETED' && mayStaff(role, 'original') ? row.id : null,
    }
  })
  const count = (...of: readonly string[]) => files.filter(({ state }) => of.includes(state)).length
  return {
    files,
    counts: { attached: count('attached'), waiting: count('waiting', 'converting'), failed: count('failed') },
  }
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

const packetParams = z.strictObject({ id: z.uuid() })

/** GET the packet of an application: which answers are in it is in api/ways-out.ts. */
export function servePacket(app: App, deps: StaffDeps): void {
  app.route({
    method: 'GET',
    url: packetPath(':id'),
    exposeHeadRoute: false,
    config: { staffCall: 'packet', isRefusedWhenBusy: true, drawRefusal },
    onRequest: requireStaff(app, deps, 'sensitive'),
    schema: { params: packetParams },
    handler: async (request, reply) => {
      const { id } = packetParams.parse(request.params)
      const { person, role } = sessionIn(request)
      const packet = await app.load.run(() =>
        makePacket(deps, id, {
          way: 'packet',
          rights: staffRoles[role],
          by: person.name,
          actor: actorOf(person),
          detail: { person: person.id, role },
        }),
      )
      if ('problem' in packet) return refuse(reply, { ...refusal('no_packet'), message: packet.problem })
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${packet.fileName}"`)
        .send(Readable.from(packet.chunks))
    },
  })
}

/** A person followed a link to it, from an application's page. */
const drawRefusal = (message: string, nonce: string) =>
  plainPage({ title: 'We can’t give you this file', message, links: { '/staff': 'Go to the applications' } }, nonce)

const originalParams = z.strictObject({ id: z.uuid(), document: z.uuid() })

/**
 * GET the original of a signed document, as it came: nothing was removed from it. So no browser shows it: it is a download
 * without a type that one opens.
 */
export function serveOriginal(app: App, deps: StaffDeps): void {
  app.route({
    method: 'GET',
    url: originalPath(':id', ':document'),
    exposeHeadRoute: false,
    config: { staffCall: 'packet', isRefusedWhenBusy: true, drawRefusal },
    onRequest: requireStaff(app, deps, 'original'),
    schema: { params: originalParams },
    handler: async (request, reply) => {
      const { id, document } = originalParams.parse(request.params)
      const { person, role } = sessionIn(request)
      const { db } = deps.database
      const signed = await db
        .selectFrom('submission')
        .select('version')
        .where('application_id', '=', id)
        .executeTakeFirst()
      if (!signed && !mayStaff(role, 'drafts')) return refuse(reply, refusal('missing_drafts_right'))
      const original = await keptOriginal(deps, { id: document, application_id: id })
      if (!original) return refuse(reply, refusal('no_original'))
      await recordStaff(db, 'original downloaded', person, id, { role, document })
      return reply
        .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename*=UTF-8''${pdfNameIn(original.name)}`)
        .type('application/octet-stream')
        .send(original.bytes)
    },
  })
}
