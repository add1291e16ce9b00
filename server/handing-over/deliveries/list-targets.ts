import { z } from 'zod'
import { isDeclined } from '../../platform/control/index.ts'
import type { Deliveries } from './deliveries.ts'
import { readTargets, type Target } from './targets.ts'

const MOST = 20 // attempts

type Targets = { readonly targets: Readonly<Record<string, Target>>; readonly problem: string | null }

/** The targets of DELIVERIES_FILE, or none and why it cannot be used. */
export function targetsNow({ settings }: Pick<Deliveries, 'settings'>): Targets {
  try {
    return { targets: readTargets(settings.deliveriesFile), problem: null }
  } catch (error) {
    if (!isDeclined(error)) throw error
    return { targets: {}, problem: error.message }
  }
}

/** The names of the targets to which deliveries are sent, rather than kept here only. */
export const sendingTargets = (deliveries: Pick<Deliveries, 'settings'>): ReadonlySet<string> =>
  new Set(Object.entries(targetsNow(deliveries).targets).flatMap(([name, { to }]) => (to ? [name] : [])))

/** Where deliveries are put, in words; null if they are kept here only. */
export const destinationOf = ({ to }: Target): string | null =>
  to === undefined ? null : 'host' in to ? `${to.host}:${to.folder}` : to.folder

/** What was tried, or failed, with these targets lately, the newest first, as the record has it. */
export async function listAttempts({ database }: Pick<Deliveries, 'database'>, targets: readonly string[]) {
  if (targets.length === 0) return []
  const rows = await database.db
    .selectFrom('audit')
    .select(['id', 'subject as target', 'action', 'at', 'detail'])
    .where('subject', 'in', targets)
    .where('action', 'in', ['delivery failed', 'delivery tried'])
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ id, target, action, at, detail }) => {
    const { by, reason, ...tried } = detailSchema.parse(detail)
    return { id, target, at, by, failed: action === 'delivery failed' ? reason : null, tried }
  })
}

const detailSchema = z.object({
  by: z.string().default(''),
  reason: z.string().default(''),
  delivered: z.int().default(0),
  held_back: z.int().default(0),
  reasons: z.record(z.string(), z.int()).default({}),
  values_without_code: z.array(z.string()).default([]),
})
