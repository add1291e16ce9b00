import type { Database } from '../../platform/database/index.ts'
import { readWebhooks } from '../deliveries/index.ts'
import type { Webhooks } from './webhooks.ts'

const HOURS = 48

/** One sentence for each webhook that is turned off or has failed for over 48 hours. */
export async function webhookWarnings({ database, settings, now }: Webhooks): Promise<readonly string[]> {
  let names: ReadonlySet<string>
  try {
    names = new Set(readWebhooks(settings.deliveriesFile).map(({ name }) => name))
  } catch (error) {
    // It was right at the start, and somebody has edited it.
    return [error instanceof Error ? error.message : String(error)]
  }
  const rows = names.size > 0 ? await webhookRows(database) : []
  const long = now().getTime() - HOURS * 3_600_000
  return rows.flatMap(({ name, failing_since: since, turned_off_at: off, outcome }) => {
    if (!names.has(name)) return []
    if (off) return [`The webhook ${name} has been turned off since ${off.toISOString()}: it ${outcome}.`]
    if (!since || since.getTime() > long) return []
    return [`The webhook ${name} has failed since ${since.toISOString()}: it ${outcome}.`]
  })
}

/** Every webhook that was ever sent to, by name. */
export const webhookRows = ({ db }: Pick<Database, 'db'>) =>
  db.selectFrom('webhook').selectAll().orderBy('name').execute()
