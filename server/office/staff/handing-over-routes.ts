import type { FastifyBaseLogger } from 'fastify'
import { say, sayCount } from '../../../engine/index.ts'
import {
  acknowledge,
  givenByReference,
  listAcknowledgements,
  rowsIn,
} from '../../handing-over/acknowledgements/index.ts'
import {
  destinationOf,
  handOver,
  type ListedDelivery,
  listAttempts,
  listCodeMaps,
  listDeliveries,
  makeKeptAgain,
  readDelivery,
  sendAgain,
  targetsNow,
  tryDelivery,
} from '../../handing-over/deliveries/index.ts'
import {
  confirmToken,
  endToken,
  isSandbox,
  listTokens,
  makeToken,
  takeOverToken,
} from '../../handing-over/export-tokens/index.ts'
import { isDeclined } from '../../platform/control/index.ts'
import { isDatabaseAway } from '../../platform/database/index.ts'
import { type App, isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { optionsTakenOut } from '../../running/institution/index.ts'
import { namesOf } from './read-record.ts'
import { doerOf, recordStaff } from './record-staff.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/**
 * The calls with which staff make deliveries and see what became of them. What hands data over needs a fresh sign-in. The
 * list of deliveries names no applicant, and pages read it again and again, so it is not in the record.
 */
export function deliveryRoutes(app: App, deps: StaffDeps): void {
  const { db } = deps.database
  serveStaffCall(app, deps, 'listTargets', async () => {
    const { targets, problem } = targetsNow(deps)
    const attempts = await listAttempts(deps, Object.keys(targets))
    return {
      targets: Object.entries(targets).map(([name, target]) => ({
        name,
        profile: target.profile,
        include: target.include,
        to: destinationOf(target),
      })),
      problem,
      attempts: attempts.map(({ at, failed, tried, ...attempt }) => ({
        ...attempt,
        at: at.toISOString(),
        failed,
        tried: failed === null ? tried : null,
      })),
    }
  })
  serveStaffCall(app, deps, 'listDeliveries', async ({ body }) => {
    const { deliveries, next } = await listDeliveries(deps, body)
    return { deliveries: deliveries.map(inReply), next }
  })
  serveStaffCall(app, deps, 'readDelivery', async ({ params, session }) => {
    const found = Number.isSafeInteger(params.id) ? await readDelivery(deps, params.id) : undefined
    if (!found) return refusal('no_delivery')
    await recordStaff(db, 'delivery read', session.person, found.delivery.target, { delivery: params.id })
    const names = await namesOf(db, found.heldBack)
    return {
      ...inReply(found.delivery),
      files: found.files.map(({ name, bytes, rows, recipient }) => ({
        name,
        bytes,
        rows: rows ?? null,
        encrypted: recipient !== undefined,
      })),
      file_count: found.fileCount,
      empty_columns: found.emptyColumns,
      held_back_applications: found.heldBack.map((row) => ({ ...names(row), reasons: row.reasons })),
    }
  })
  serveStaffCall(app, deps, 'makeDelivery', async ({ body, session, request }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    const made = await longWork(handOver(deps, body.target, doerOf(session)), request.log)
    return inWords(made, (done) => {
      const about = { delivery: String(done.delivery), counted: counted(done) }
      return done.sent.length > 0
        ? say('Delivery {delivery}: {counted}. It was sent.', about)
        : say('Delivery {delivery}: {counted}.', about)
    })
  })
  serveStaffCall(app, deps, 'tryDelivery', async ({ body, session, request }) => {
    const found = await longWork(tryDelivery(deps, body.target, doerOf(session)), request.log)
    return inWords(found, (done) => say('It would be {counted}. Nothing was handed over.', { counted: counted(done) }))
  })
  serveStaffCall(app, deps, 'sendDeliveries', async ({ body, session, request }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    const sent = await longWork(sendAgain(deps, body.target, doerOf(session)), request.log)
    return inWords(sent, (names) =>
      names.length === 0 ? say('Everything is sent already.') : say('Sent: {names}.', { names: names.join(', ') }),
    )
  })
  serveStaffCall(app, deps, 'makeDeliveryAgain', async ({ params: { id }, session, request }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    if (!Number.isSafeInteger(id)) return refusal('no_delivery')
    const made = await longWork(makeKeptAgain(deps, id, doerOf(session)), request.log)
    return inWords(made, () => say('Delivery {delivery} was made again. Its copy is on the server.', { delivery: id }))
  })
  serveStaffCall(app, deps, 'listCodeMaps', async ({ session }) => {
    await recordStaff(db, 'code maps read', session.person, String(session.person.id))
    return listCodeMaps(deps, await optionsTakenOut(db, deps.form))
  })
}

const inReply = ({ made_by, started_at, sent_at, expired_at, after_seq, through_seq, ...row }: ListedDelivery) => ({
  ...row,
  by: made_by,
  at: started_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
  expired_at: expired_at?.toISOString() ?? null,
  changes: { after: after_seq, through: through_seq },
})

const counted = ({ delivered, held_back }: { readonly delivered: number; readonly held_back: number }) =>
  sayCount(delivered, '1 application delivered, {held} held back', '{count} applications delivered, {held} held back', {
    held: held_back,
  })

const inWords = <Done>(work: LongWork<Done> | Refusal, words: (done: Done) => string) =>
  isRefusal(work)
    ? work
    : {
        done: work.done,
        message: work.done ? words(work.result) : 'It takes a while. The list below says when it is done.',
      }

const LARGEST_FILE = 8_000_000 // bytes, as JSON: 5,000 rows with long reasons

/** The calls with which staff see what other systems answered, and record their answers. */
export function acknowledgementRoutes(app: App, deps: StaffDeps): void {
  const { db } = deps.database
  serveStaffCall(app, deps, 'listAcknowledgements', async ({ session }) => {
    await recordStaff(db, 'acknowledgements read', session.person, String(session.person.id))
    const { targets, waiting, waitingCount, refused, refusedCount } = await listAcknowledgements(db)
    const names = await namesOf(db, [...waiting, ...refused])
    const about = ({ target, version, at, ...row }: (typeof waiting)[number]) => ({
      ...names(row),
      target,
      version,
      at: at.toISOString(),
    })
    return {
      targets,
      waiting: waiting.map(about),
      waiting_count: waitingCount,
      refused_count: refusedCount,
      refused: refused.map((row) => ({ ...about(row), result: row.result, reason: row.reason, by: row.made_by })),
    }
  })
  serveStaffCall(app, deps, 'recordAcknowledgement', async ({ body: { target, reference, ...answer }, session }) => {
    const given = await givenByReference(db, { target, reference })
    return given ? record(target, [{ ...given, ...answer }], session) : refusal('not_handed_over')
  })
  serveStaffCall(
    app,
    deps,
    'recordAcknowledgements',
    async ({ body: { target, file }, session }) => {
      const rows = await declining(() => rowsIn(file))
      return isRefusal(rows) ? rows : record(target, rows, session)
    },
    { bodyLimit: LARGEST_FILE },
  )

  async function record(
    target: string,
    rows: Parameters<typeof acknowledge>[2],
    { person }: StaffSession,
  ): Promise<{ readonly message: string } | Refusal> {
    const outcome = await acknowledge(db, { target, made_by: person.name }, rows)
    if ('problem' in outcome) return { ...refusal('declined'), message: outcome.problem }
    const { recorded, repeated } = outcome
    await recordStaff(db, 'acknowledgements recorded', person, target, { recorded, repeated })
    return { message: say('{recorded} recorded, {repeated} known already.', { recorded, repeated }) }
  }
}

/** The calls with which staff make, confirm and end the tokens of other systems. Making one needs a fresh sign-in. */
export function tokenRoutes(app: App, deps: StaffDeps): void {
  const { mail } = deps.erasures
  serveStaffCall(app, deps, 'listTokens', async ({ session }) => {
    await recordStaff(deps.database.db, 'tokens read', session.person, String(session.person.id))
    const tokens = await listTokens(deps)
    return {
      tokens: tokens.toReversed().map(({ made_by, until, last_used_at, owner, owner_id, confirmed_by, ...token }) => ({
        ...token,
        by: made_by,
        owner: owner ?? '',
        is_own: owner_id === session.person.id,
        confirmed_by: confirmed_by ?? '',
        until: until.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
        is_sandbox: isSandbox(token),
      })),
    }
  })
  serveStaffCall(app, deps, 'makeToken', async ({ body, session }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    return declining(() => makeToken({ ...deps, mail }, body, doerOf(session)))
  })
  serveStaffCall(app, deps, 'confirmToken', async ({ body, session }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    return said(await declining(() => confirmToken(deps, body.name, doerOf(session))))
  })
  serveStaffCall(app, deps, 'takeOverToken', async ({ body, session }) =>
    said(await declining(() => takeOverToken(deps, body.name, doerOf(session)))),
  )
  serveStaffCall(app, deps, 'endToken', async ({ body, session }) => {
    return said(await declining(() => endToken(deps, body.name, doerOf(session))))
  })
}

const said = (sentence: string | Refusal) => (isRefusal(sentence) ? sentence : { message: sentence })

const PATIENCE = 15_000 // ms; proxies and browsers wait longer

/** What came of some work, or that it goes on after the reply. */
type LongWork<Done> = { readonly done: true; readonly result: Done } | { readonly done: false }

/**
 * Does something that may take longer than a person waits for a reply: then it goes on, and the record and the lists say
 * what comes of it. What the person must hear about why it was not done is a refusal.
 */
export async function longWork<Done>(
  work: Promise<Done>,
  log: FastifyBaseLogger,
  patience = PATIENCE,
): Promise<LongWork<Done> | Refusal> {
  const outcome = work.then(
    (result) => ({ done: true, result }) as const,
    (error: unknown) => refusalOf(error, log),
  )
  const later = Promise.withResolvers<{ readonly done: false }>()
  const timer = setTimeout(() => later.resolve({ done: false }), patience)
  try {
    const first = await Promise.race([outcome, later.promise])
    if ('thrown' in first) throw first.thrown
    return first
  } finally {
    clearTimeout(timer)
  }
}

/** What a person is told about why something is not done. An outage is told as for every call. */
function refusalOf(error: unknown, log: FastifyBaseLogger): Refusal | { readonly thrown: unknown } {
  if (isDeclined(error)) return { ...refusal('declined'), message: error.message }
  log.error({ err: error }, 'A delivery failed.')
  return isDatabaseAway(error) || Object(error).code === 'STORAGE_AWAY' ? { thrown: error } : refusal('failed_delivery')
}

/** What some work gives, or a refusal with the sentence that says why it was not done. */
async function declining<Done>(work: () => Done | Promise<Done>): Promise<Done | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (isDeclined(error)) return { ...refusal('declined'), message: error.message }
    throw error
  }
}
