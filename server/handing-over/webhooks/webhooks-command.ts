import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import { type Database, inTransaction } from '../../platform/database/index.ts'
import { readWebhooks } from '../deliveries/index.ts'
import { newestChange } from '../exports/index.ts'
import type { WebhooksDeps } from './send-webhooks.ts'

const USAGE = 'Usage: npm run webhooks, or webhooks -- on <name> --by <person>'

/**
 * `npm run webhooks`: says where each webhook stands, or has one tried again at once that is turned off or failing. Wrong
 * words throw one sentence.
 */
export async function webhooksCommand(deps: WebhooksDeps, words: readonly string[]): Promise<readonly string[]> {
  const { values, positionals } = parseWords(words, { by: { type: 'string' } }, USAGE)
  const [what, name, ...more] = positionals
  if (what === undefined && values.by === undefined) return listWebhooks(deps)
  if (what !== 'on' || name === undefined || more.length > 0) throw new Error(USAGE)
  return turnOn(deps, name, personIn(values.by))
}

async function listWebhooks({ database, settings }: WebhooksDeps): Promise<readonly string[]> {
  const rows = new Map((await webhookRows(database)).map((row) => [row.name, row]))
  const [newest, newestOfAll] = [await newestChange(database.db), await newestChange(database.db, { form: true })]
  const lines = readWebhooks(settings.deliveriesFile).map(({ name, form }) => {
    const row = rows.get(name)
    if (!row) return `${name}: begins with the next change.`
    const { after_seq, sent_at, outcome, failing_since, next_try_at, turned_off_at } = row
    return [
      `${name}: has taken everything up to change ${after_seq} of ${Math.max(form ? newestOfAll : newest, after_seq)}`,
      sent_at ? `the last one ${sent_at.toISOString()}` : 'nothing sent yet',
      ...(failing_since ? [`${outcome}, failing since ${failing_since.toISOString()}`] : []),
      ...(turned_off_at ? [`turned off ${turned_off_at.toISOString()}`] : []),
      ...(failing_since && !turned_off_at ? [`next try ${next_try_at.toISOString()}`] : []),
    ].join('; ')
  })
  return lines.length > 0 ? lines : ['There are no webhooks: DELIVERIES_FILE names none.']
}

const turnOn = ({ database, now }: WebhooksDeps, name: string, by: string): Promise<readonly string[]> =>
  inTransaction(database.db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('webhook')
      .set({ turned_off_at: null, tries: 0, failing_since: null, next_try_at: now() })
      .where('name', '=', name)
      .where((webhook) =>
        webhook.or([webhook('turned_off_at', 'is not', null), webhook('failing_since', 'is not', null)]),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error(`There is no webhook ${name} that is turned off or failing.`)
    await transaction
      .insertInto('audit')
      .values({ actor: operator(), action: 'webhook turned on', subject: name, detail: JSON.stringify({ by }) })
      .execute()
    return [`${name} goes on from where it stood, within a minute.`]
  })

const HOURS = 48

/** One sentence for each webhook that is turned off or has failed for over 48 hours. */
export async function webhookWarnings({ database, settings, now }: WebhooksDeps): Promise<readonly string[]> {
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
const webhookRows = ({ db }: Pick<Database, 'db'>) => db.selectFrom('webhook').selectAll().orderBy('name').execute()
