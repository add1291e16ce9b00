import { type Body, leaves, type Reply } from '../../../api/index.ts'
import { careOf, questionsByKey, SERVER } from '../../../engine/index.ts'
import { isDatabaseTime } from '../../platform/database/index.ts'
import { type Refusal, refusal, sayBrowser } from '../../platform/http/index.ts'
import { type HistoryEntry, readHistory } from './answer-history.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { isSubmitted, openedOf } from './application-row.ts'
import type { StoredRecord } from './stored-record.ts'

/** How many changes one reply has. */
const PAGE = 30

type Change = Reply<'answerChanges'>['changes'][number]

/**
 * What was changed in an account's application, newest first: the history, and what was written since within the minute
 * that shares a row of it (docs/decisions/0020). Refused once it is submitted, because it does not change any more.
 */
export async function readChanges(
  deps: ApplicationDeps,
  owner: string,
  { device, before }: Body<'answerChanges'>,
): Promise<Reply<'answerChanges'> | Refusal> {
  const { form, database } = deps
  const { id, sealer, record } = await openedOf(deps, database.db, owner)
  if (await isSubmitted(database.db, id)) return refusal('already_submitted')
  const from = before === undefined ? undefined : placeIn(before)
  if (before !== undefined && from === undefined) return refusal('malformed')
  // A code has no question, and what no form asks any more has no label.
  const asked = new Set([...questionsByKey(form).values()].filter(({ kind }) => kind !== 'code').map(({ key }) => key))
  const written = [...(await readHistory(database.db, { id, sealer })), ...notRecorded(record)]
  const changes = changesIn(written, asked)
    .filter((each) => from === undefined || newestFirst(from, each) < 0)
    .sort(newestFirst)
  const last = changes[PAGE] && changes[PAGE - 1]
  return {
    changes: changes.slice(0, PAGE).map(({ at, key, device: writer, values }) => ({
      at: new Date(at).toISOString(),
      key,
      device: whichDevice(writer, device),
      browser: writer === null ? undefined : browserSaid(record.browsers[writer]),
      values: leaves('own_changes', careOf(form, key)) === 'yes' ? values : null,
    })),
    next: last ? `${last.at} ${last.id} ${last.key}` : null,
  }
}

const browserSaid = (stored: string | undefined) => (stored ? sayBrowser(stored) : undefined)

const whichDevice = (written: string | null, here: string): Change['device'] => {
  if (written === SERVER) return 'server'
  if (written === null || written === '') return 'unknown'
  return written === here ? 'this' : 'another'
}

/** What was written last and is not in the history yet. */
const notRecorded = ({ answers, writings }: StoredRecord): readonly HistoryEntry[] =>
  Object.entries(writings).flatMap(([key, [, device, , since, , isRecorded]]) =>
    isRecorded
      ? []
      : [
          {
            id: NOT_RECORDED,
            at: new Date(since).toISOString().replace('Z', '000Z'),
            device,
            changed: { [key]: answers[key] ?? '' },
          },
        ],
  )

/** The id of what the history has not recorded yet: after every other one. */
const NOT_RECORDED = String(2n ** 63n - 1n) // the largest bigint of PostgreSQL

type Place = { readonly at: string; readonly id: string; readonly key: string }
type Changed = Place & Pick<HistoryEntry, 'device'> & { readonly values: { before: string; after: string } }

/** Each key that got another value, with the one before. */
function changesIn(written: readonly HistoryEntry[], asked: ReadonlySet<string>): Changed[] {
  const values = new Map<string, string>()
  return written.flatMap(({ changed, ...entry }) =>
    Object.entries(changed).flatMap(([key, after]) => {
      const before = values.get(key) ?? ''
      values.set(key, after)
      return asked.has(key) && after !== before ? [{ ...entry, key, values: { before, after } }] : []
    }),
  )
}

/** Negative if the first one is the newer. */
function newestFirst(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at > other.at ? -1 : 1
  if (one.id !== other.id) return BigInt(one.id) > BigInt(other.id) ? -1 : 1
  if (one.key === other.key) return 0
  return one.key > other.key ? -1 : 1
}

/** The place that the `next` of a reply names. */
function placeIn(text: string): Place | undefined {
  const [, at, id, key] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,19}) (\w{1,200})$/.exec(text) ?? []
  if (at === undefined || id === undefined || key === undefined || !isDatabaseTime(at)) return undefined
  return BigInt(id) > BigInt(NOT_RECORDED) ? undefined : { at, id, key }
}
