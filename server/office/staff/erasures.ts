import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { certificatePath, mayStaff, type StaffReply } from '../../../api/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type App, plainPage, type Refusal, refusal, refuse } from '../../platform/http/index.ts'
import { certificateContent, eraseApplication, erasureCertificate, retentionNow } from '../erasure/index.ts'
import { recordStaff } from './record-staff.ts'
import { requireStaff, serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'
import { isSamePerson } from './staff-people.ts'
import type { StaffSession } from './staff-sessions.ts'

/** The calls with which staff ask for erasures, confirm them, and keep applications from them. */
export function staffErasureRoutes(app: App, deps: StaffDeps): void {
  serveStaffCall(app, deps, 'askErasure', ({ params, body, session }) =>
    askErasure(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'cancelErasure', ({ params, session }) => cancelErasure(deps, session, params.id))
  serveStaffCall(app, deps, 'confirmErasure', ({ params, session }) => confirmErasure(deps, session, params.id))
  serveStaffCall(app, deps, 'holdApplication', ({ params, body, session }) =>
    holdApplication(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'liftHold', ({ params, session }) => liftHold(deps, session, params.id))
  serveStaffCall(app, deps, 'listErasures', () => listErasures(deps))
  serveStaffCall(
    app,
    deps,
    'readErasure',
    async ({ params }) => (await erasureCertificate(deps.database, params.id)) ?? refusal('no_such_erasure'),
  )
  app.route({
    method: 'GET',
    url: certificatePath(':id'),
    exposeHeadRoute: false,
    config: { staffCall: 'erasure certificate', isRefusedWhenBusy: true, drawRefusal },
    onRequest: requireStaff(app, deps, 'administer'),
    schema: { params: certificateParams },
    handler: async (request, reply) => {
      const { id } = certificateParams.parse(request.params)
      const certificate = await erasureCertificate(deps.database, id)
      if (!certificate) return refuse(reply, refusal('no_such_erasure'))
      const { pdf } = await deps.renderer.renderPdf(certificateContent(certificate, deps.institution, deps.now()))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="erasure-${certificate.reference ?? id}.pdf"`)
        .send(Buffer.from(pdf))
    },
  })
}

const certificateParams = z.strictObject({ id: z.uuid() })

/** A person followed a link to it. */
const drawRefusal = (message: string, nonce: string) =>
  plainPage(
    { title: 'We can’t give you this certificate', message, links: { '/staff': 'Go to the applications' } },
    nonce,
  )

type Done = Promise<{ readonly message: string } | Refusal>

type Asked = { readonly id: string; readonly reason: string }

/** Asks that an application be erased; another person must confirm it. */
const askErasure = ({ database }: StaffDeps, { person }: StaffSession, { id, reason }: Asked): Done =>
  inTransaction(database.db, async (transaction) => {
    const problem = await problemWithErasing(transaction, id)
    if (problem) return problem
    const { numInsertedOrUpdatedRows: added } = await transaction
      .insertInto('erasure_request')
      .values({ application_id: id, reason, asked_by: person.id })
      .onConflict((conflict) => conflict.column('application_id').doNothing())
      .executeTakeFirstOrThrow()
    if (added === 0n) return refusal('erasure_asked')
    await recordStaff(transaction, 'erasure asked for', person, id, { reason })
    return { message: 'Asked. An administrator other than you must confirm it.' }
  })

/** Takes back what was asked: by the person who asked, or an administrator. */
const cancelErasure = ({ database }: StaffDeps, { person, role }: StaffSession, id: string): Done =>
  inTransaction(database.db, async (transaction) => {
    if (!(await lockedId(transaction, id))) return refusal('no_such_application')
    const asked = await requestOf(transaction, id)
    if (!asked) return refusal('no_erasure')
    if (asked.asked_by !== person.id && !mayStaff(role, 'administer')) return refusal('not_your_erasure')
    await transaction.deleteFrom('erasure_request').where('application_id', '=', id).execute()
    await recordStaff(transaction, 'erasure canceled', person, id)
    return { message: 'The application stays.' }
  })

/** Erases an application that somebody else asked to be erased. */
const confirmErasure = ({ database, erasures }: StaffDeps, { person, isFresh }: StaffSession, id: string): Done =>
  inTransaction(database.db, async (transaction) => {
    if (!isFresh) return refusal('old_sign_in')
    const problem = await problemWithErasing(transaction, id)
    if (problem) return problem
    const asked = await requestOf(transaction, id)
    if (!asked) return refusal('no_erasure')
    if (await isSamePerson(transaction, asked.asked_by, person.id)) return refusal('own_erasure')
    await recordStaff(transaction, 'application erased', person, id, { asked_by: asked.asked_by })
    await eraseApplication(erasures, transaction, id, {
      cause: 'staff',
      askedBy: asked.asked_by,
      confirmedBy: person.id,
    })
    return { message: 'The application was erased. Its files are erased within minutes.' }
  })

/** Keeps an application from being erased, by anybody or by the retention, until the hold is lifted. */
const holdApplication = ({ database }: StaffDeps, { person }: StaffSession, { id, reason }: Asked): Done =>
  inTransaction(database.db, async (transaction) => {
    const problem = await problemWithErasing(transaction, id)
    if (problem) return problem
    await transaction.insertInto('hold').values({ application_id: id, reason, made_by: person.id }).execute()
    await recordStaff(transaction, 'hold made', person, id, { reason })
    return { message: 'The application is on hold.' }
  })

const liftHold = ({ database }: StaffDeps, { person }: StaffSession, id: string): Done =>
  inTransaction(database.db, async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('hold').where('application_id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) return refusal('no_hold')
    await recordStaff(transaction, 'hold lifted', person, id)
    return { message: 'The hold was lifted.' }
  })

/** What is asked for, what is on hold, and what was erased. */
async function listErasures({ database: { db }, erasures }: StaffDeps): Promise<StaffReply<'listErasures'>> {
  const named = await wishes(db)
    .innerJoin('application_index', 'application_index.application_id', 'wish.application_id')
    .select(['application_index.application_id as id', 'reference', 'application_index.name'])
    .orderBy('wish.at')
    .execute()
  const erased = await db
    .selectFrom('erasure')
    .leftJoin('staff_person', 'staff_person.id', 'confirmed_by')
    .select(['application_id as id', 'reference', 'cause', 'erased_at', 'name'])
    .orderBy('erased_at', 'desc')
    .limit(100)
    .execute()
  const of = (kind: Wish['kind']) =>
    named
      .filter((each) => each.kind === kind)
      .map(({ id, reference, name, ...wish }) => ({ id, reference, name, ...inWords(wish) }))
  return {
    requests: of('request'),
    holds: of('hold'),
    erased: erased.map(({ erased_at, name, ...row }) => ({ ...row, at: erased_at.toISOString(), by: name ?? '' })),
    due: await retentionNow(erasures),
  }
}

/** Who asks that an application be erased, and who put it on hold. */
export async function erasureStateOf(db: Kysely<Tables>, id: string) {
  const found = await wishes(db).where('wish.application_id', '=', id).execute()
  const of = (kind: Wish['kind']) => {
    const wish = found.find((each) => each.kind === kind)
    return wish ? inWords(wish) : null
  }
  return { erasure: of('request'), hold: of('hold') }
}

type Wish = Awaited<ReturnType<ReturnType<typeof wishes>['execute']>>[number]

const inWords = ({ by, at, reason }: Pick<Wish, 'by' | 'at' | 'reason'>) => ({ by, at: at.toISOString(), reason })

/** What people asked for about applications: that one be erased, or be kept. */
const wishes = (db: Kysely<Tables>) =>
  db
    .selectFrom(
      db
        .selectFrom('erasure_request')
        .select(['application_id', 'reason', 'asked_by as person_id', 'asked_at as at'])
        .select(sql<'request' | 'hold'>`'request'`.as('kind'))
        .unionAll(
          db
            .selectFrom('hold')
            .select(['application_id', 'reason', 'made_by as person_id', 'made_at as at'])
            .select(sql<'request' | 'hold'>`'hold'`.as('kind')),
        )
        .as('wish'),
    )
    .innerJoin('staff_person', 'staff_person.id', 'wish.person_id')
    .select(['wish.kind', 'staff_person.name as by', 'wish.at', 'wish.reason'])

/** Locks an application; whether it is there and not on hold. */
async function problemWithErasing(db: Kysely<Tables>, id: string): Promise<Refusal | undefined> {
  if (!(await lockedId(db, id))) return refusal('no_such_application')
  const held = await db.selectFrom('hold').select('made_at').where('application_id', '=', id).executeTakeFirst()
  return held && refusal('held_application')
}

const lockedId = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('application').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

const requestOf = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('erasure_request').select('asked_by').where('application_id', '=', id).executeTakeFirst()
