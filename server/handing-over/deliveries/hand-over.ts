import { auditRow, type Doer, isDeclined } from '../../platform/control/index.ts'
import type { Range } from './claim-delivery.ts'
import { folderOf, targetNamed } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'
import { expireDeliveries } from './expire-deliveries.ts'
import { makeAgain } from './make-again.ts'
import { makeDelivery } from './make-delivery.ts'
import { missingCodes } from './missing-codes.ts'
import { sendDeliveries } from './send-delivery.ts'

/** Makes a delivery to a target and sends what has not been sent. The record has who did it, or why it failed. */
export const handOver = (deliveries: Deliveries, target: string, doer: Doer, range: Range = {}) =>
  recordingFailure(deliveries, target, doer, async () => {
    await expireDeliveries(deliveries)
    const found = targetNamed(deliveries, target)
    const { id, ...summary } = await makeDelivery(deliveries, target, doer, { range })
    return {
      ...{ delivery: id, ...summary, folder: folderOf(deliveries, { target, id }) },
      sent: await sendDeliveries(deliveries, target, found, doer),
    }
  })

/** Makes a delivery and keeps nothing of it: what would be held back and why, and which values have no code. */
export const tryDelivery = (deliveries: Deliveries, target: string, doer: Doer, range: Range = {}) =>
  recordingFailure(deliveries, target, doer, async () => {
    await expireDeliveries(deliveries)
    const { id: _, ...summary } = await makeDelivery(deliveries, target, doer, { range, dryRun: true })
    const found = { ...summary, values_without_code: await missingCodes(deliveries, target) }
    await audit(deliveries, 'delivery tried', target, doer, found)
    return found
  })

/** Sends what was made for a target and has not been sent. */
export const sendAgain = (deliveries: Deliveries, target: string, doer: Doer): Promise<readonly string[]> =>
  recordingFailure(deliveries, target, doer, async () =>
    sendDeliveries(deliveries, target, targetNamed(deliveries, target), doer),
  )

/** Makes a delivery again whose copy has expired. */
export const makeKeptAgain = (deliveries: Deliveries, id: number, doer: Doer) =>
  recordingFailure(deliveries, `delivery ${id}`, doer, async () => {
    await expireDeliveries(deliveries)
    return makeAgain(deliveries, id, doer)
  })

async function recordingFailure<Done>(
  deliveries: Deliveries,
  target: string,
  doer: Doer,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    const reason = isDeclined(error) ? error.message : UNEXPECTED
    // Without the database there is no record either; the error itself says so.
    await audit(deliveries, 'delivery failed', target, doer, { reason }).catch(() => {})
    throw error
  }
}

const UNEXPECTED = 'Something failed that the log of the server describes. Nothing of it was handed over.'

const audit = (
  { database }: Deliveries,
  action: 'delivery tried' | 'delivery failed',
  target: string,
  doer: Doer,
  detail: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  database.db
    .insertInto('audit')
    .values(auditRow(doer, action, target, detail))
    .execute()
