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
import { type App, isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { type LongWork, longWork } from './long-work.ts'
import { namesOf } from './names-of.ts'
import { doerOf, recordStaff } from './record-staff.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

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
        ...{ name, profile: target.profile, include: target.include, to: destinationOf(target) },
      })),
      problem,
      attempts: attempts.map(({ at, failed, tried, ...attempt }) => ({
        ...{ ...attempt, at: at.toISOString(), failed, tried: failed === null ? tried : null },
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
        ...{ name, bytes, rows: rows ?? null, encrypted: recipient !== undefined },
      })),
      ...{ file_count: found.fileCount, empty_columns: found.emptyColumns },
      held_back_applications: found.heldBack.map((row) => ({ ...names(row), reasons: row.reasons })),
    }
  })
  serveStaffCall(app, deps, 'makeDelivery', async ({ body, session, request }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    const made = await longWork(handOver(deps, body.target, doerOf(session)), request.log)
    return inWords(made, (done) => {
      const sent = done.sent.length > 0 ? ' It was sent.' : ''
      return `Delivery ${done.delivery}: ${counted(done)}.${sent}`
    })
  })
  serveStaffCall(app, deps, 'tryDelivery', async ({ body, session, request }) => {
    const found = await longWork(tryDelivery(deps, body.target, doerOf(session)), request.log)
    return inWords(found, (done) => `It would be ${counted(done)}. Nothing was handed over.`)
  })
  serveStaffCall(app, deps, 'sendDeliveries', async ({ body, session, request }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    const sent = await longWork(sendAgain(deps, body.target, doerOf(session)), request.log)
    return inWords(sent, (names) => (names.length === 0 ? 'Everything is sent already.' : `Sent: ${names.join(', ')}.`))
  })
  serveStaffCall(app, deps, 'makeDeliveryAgain', async ({ params: { id }, session, request }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    if (!Number.isSafeInteger(id)) return refusal('no_delivery')
    const made = await longWork(makeKeptAgain(deps, id, doerOf(session)), request.log)
    return inWords(made, () => `Delivery ${id} was made again. Its copy is on the server.`)
  })
  serveStaffCall(app, deps, 'listCodeMaps', async ({ session }) => {
    await recordStaff(db, 'code maps read', session.person, String(session.person.id))
    return listCodeMaps(deps)
  })
}

const inReply = ({ made_by, started_at, sent_at, expired_at, after_seq, through_seq, ...row }: ListedDelivery) => ({
  ...{ ...row, by: made_by, at: started_at.toISOString() },
  ...{ sent_at: sent_at?.toISOString() ?? null, expired_at: expired_at?.toISOString() ?? null },
  changes: { after: after_seq, through: through_seq },
})

const counted = ({ delivered, held_back }: { readonly delivered: number; readonly held_back: number }) =>
  `${delivered} ${delivered === 1 ? 'application' : 'applications'} delivered, ${held_back} held back`

const inWords = <Done>(work: LongWork<Done> | Refusal, words: (done: Done) => string) =>
  isRefusal(work)
    ? work
    : {
        done: work.done,
        message: work.done ? words(work.result) : 'It takes a while. The list below says when it is done.',
      }
