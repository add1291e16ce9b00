import { z } from 'zod'
import { optionLists, type StaffReply, withContent } from '../../../api/index.ts'
import { firstKeyIn, guardedKeys, placesOf, todayAt } from '../../../engine/index.ts'
import { type ApplicationDeps, countInProgress, manyInProgress } from '../../applying/applications/index.ts'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import { filledForm, registerOfInstitution } from '../../running/institution/index.ts'
import { type Checked, checkDraft } from './check-draft.ts'
import type { EditionDeps } from './draft.ts'
import { advanceCount, beginCount, endCount, storedCount } from './stored-count.ts'

export type CountDeps = EditionDeps & { readonly jobs: Pick<Jobs, 'enqueue'> } & Pick<ApplicationDeps, 'keyRing'>

/** Up to so many applications in progress are counted while whoever has pressed waits: one to two seconds. */
const AT_ONCE = 500

const HOUR = 3_600_000 // ms

/** One job for each draft that is checked: its hash says which. */
const countQueue: Queue<{ readonly of: string }> = {
  name: 'count-draft',
  data: z.strictObject({ of: z.string() }),
  expireInSeconds: 3_600,
  retryLimit: 2,
  retryDelay: 30,
  retryBackoff: false,
}

/** Counts whom a draft concerns, in any process that does jobs; call it before the jobs start. */
export const defineCountJob = (jobs: Pick<Jobs, 'define'>, deps: Omit<CountDeps, 'jobs'>): void =>
  jobs.define(countQueue, async ({ of }, { signal }) => {
    const checked = await checkDraft(deps, deps.database.db)
    // Who has changed the draft meanwhile checks it again, which counts anew.
    if (checked.of === of) await count(deps, checked, () => !signal.aborted)
  })

/**
 * Checks the draft, with how many of those who have begun it concerns: at once if they are few, otherwise by a job, of
 * which this tells how far it is until it is asked again.
 */
export async function checkAndCount(deps: CountDeps, atOnce = AT_ONCE): Promise<StaffReply<'checkForm'>> {
  const { db } = deps.database
  const checked = await checkDraft(deps, db)
  const isCounted = checked.content !== undefined && concernsWhoHasBegun(checked)
  if (isCounted) await beCounted(deps, checked, atOnce)
  const begun = isCounted ? await begunIn(deps, checked) : null
  // Again, because now it says the numbers; while there are none, it is asked again anyway.
  const { of, findings, differences } = begun?.counted_at ? await checkDraft(deps, db) : checked
  return { of, findings, differences, begun }
}

/** What is only worded otherwise leaves nobody with more to answer. */
const concernsWhoHasBegun = ({ countable, differences }: Checked): boolean =>
  countable.length > 0 ||
  differences.some(({ place }) =>
    ['/structure', '/lists', '/term_dates', ...optionLists].some(
      (each) => place === each || place.startsWith(`${each}/`),
    ),
  )

async function beCounted(deps: CountDeps, checked: Checked, atOnce: number): Promise<void> {
  const { db } = deps.database
  const { of } = checked
  const many = await manyInProgress(db)
  if (many <= atOnce) {
    await beginCount(db, of, many)
    return count(deps, checked, () => true)
  }
  const stored = await storedCount(db, of)
  const isOld = stored?.countedAt && deps.now().getTime() - stored.countedAt.getTime() > HOUR
  if (stored?.countedAt && !isOld) return
  if (!stored || isOld) await beginCount(db, of, many)
  // Each time, because one that ended when the draft was another counts no more. While it goes on nothing is added.
  await deps.jobs.enqueue(db, countQueue, { of }, { key: of })
}

async function count(
  { database: { db }, keyRing, now }: Omit<CountDeps, 'jobs'>,
  { of, over, content, countable }: Checked,
  goesOn: () => boolean,
): Promise<void> {
  if (content === undefined) return
  const institution = withContent(over.institution, content)
  const [after, register] = [filledForm(institution), registerOfInstitution(institution)]
  const isGuarded = (key: string) => guardedKeys(over.form).has(key) || guardedKeys(after).has(key)
  const counted = await countInProgress(
    { database: { db }, keyRing },
    {
      ...{ before: over.form, after, options: countable },
      today: todayAt(institution.time_zone, now()),
      countedAs: (key) => (isGuarded(key) ? undefined : firstKeyIn(register, key)),
    },
    async (opened) => goesOn() && advanceCount(db, of, opened),
  )
  if (counted) await endCount(db, of, { options: countable, counted, at: now() })
}

/** How far the count is, and whom it found, in words. */
async function begunIn({ database: { db } }: CountDeps, { of, over, content }: Checked) {
  const stored = await storedCount(db, of)
  const { done = 0, total = 0, result, countedAt = null } = stored ?? {}
  const places = placesOf(filledForm(content ? withContent(over.institution, content) : over.institution))
  const order = [...places.keys()]
  const labels = new Map([...(content?.entry_terms ?? []), ...over.content.entry_terms])
  const codes = [...labels.keys()]
  const terms = Object.entries(result?.terms ?? {})
    .toSorted(([one], [other]) => codes.indexOf(one) - codes.indexOf(other))
    .map(([code, { finished, people, questions }]) => ({
      ...{ term: code === '' ? null : (labels.get(code) ?? code), finished, people },
      questions: Object.entries(questions)
        .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
        .map(([key, many]) => ({
          label: places.get(key)?.label ?? key,
          under: places.get(key)?.under ?? '',
          people: many,
        })),
    }))
  return { done, total, counted_at: countedAt?.toISOString() ?? null, unread: result?.unread ?? 0, terms }
}
