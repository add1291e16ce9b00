import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { answerTo, type Form, isGiven, problemsIn } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { decryptedUnder, isSubmittedRow, rowsWithDocuments } from './application-row.ts'

/** An option by its code, with the keys of the questions that are answered from its list. */
export type ListedOption = {
  readonly code: string
  readonly keys: readonly string[]
  /** Another answer, without which the same code is an option of another list. */
  readonly beside?: { readonly key: string; readonly code: string } | undefined
}

/** A question by its keys, in whichever entry, and whether who has answered it is counted, or who has not. */
export type AskedQuestion = { readonly keys: readonly string[]; readonly is: 'answered' | 'unanswered' }

/** What is counted when one form follows another. */
type WhatIsCounted = {
  readonly before: Form
  readonly after: Form
  readonly options: readonly (ListedOption | AskedQuestion)[]
  /** The day at the institution. */
  readonly today: string
  /** The question as which a key is counted, such as that of a first entry; undefined if nobody may learn of it. */
  readonly countedAs: (key: string) => string | undefined
}

/** Sums over all applications in progress, and nothing of any one of them. */
export type CountedInProgress = {
  /** How many have each option, in their order. */
  readonly counts: readonly number[]
  /** How many could not be opened. */
  readonly unread: number
  /** Of those who have nothing left to answer: how many there are, by the code of their term, and what they would have left. */
  readonly terms: Readonly<Record<string, Finished>>
}

type Finished = {
  readonly finished: number
  /** How many would have something left, and how many of them each question, by its key. */
  readonly people: number
  readonly questions: Readonly<Record<string, number>>
}

/** How many are read at once. */
const SLICE = 25

const inProgress = sql<boolean>`(not ${isSubmittedRow})`

/** How many applications are in progress. */
export async function manyInProgress(db: Kysely<Tables>): Promise<number> {
  const { many } = await db
    .selectFrom('application')
    .select(sql<number>`count(*)::int`.as('many'))
    .where(inProgress)
    .executeTakeFirstOrThrow()
  return many
}

/**
 * Counts the applications in progress that have each of these options, and whom what is asked from then on concerns who has
 * nothing left to answer now. It opens one after the other; nothing of them is kept or logged. `goOn` is told how many
 * were opened; if it says no, nothing is counted (undefined).
 */
export async function countInProgress(
  {
    database: { db },
    keyRing,
  }: Pick<ApplicationDeps, 'keyRing'> & { readonly database: Pick<ApplicationDeps['database'], 'db'> },
  { before, after, options, today, countedAs }: WhatIsCounted,
  goOn: (opened: number) => Promise<boolean>,
): Promise<CountedInProgress | undefined> {
  const counts = options.map(() => 0)
  const terms: Record<string, Finished> = {}
  let [opened, unread] = [0, 0]
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await rowsWithDocuments(db)
      .where(inProgress)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE)
      .execute()
    for (const row of rows) {
      // Others have their turn after each, because a hundred take a second.
      await setImmediate()
      const [was, is] = readable(() => decryptedUnder(row, keyRing, [before, after])) ?? []
      if (!was || !is) {
        unread += 1
        continue
      }
      const { answer } = was.application
      for (const [index, option] of options.entries())
        if (isConcerned(answer, option)) counts[index] = (counts[index] ?? 0) + 1
      if (problemsIn(before, was.application, today).length > 0) continue
      const left = problemsIn(after, is.application, today).flatMap(({ key }) => countedAs(key) ?? [])
      const term = answerTo<AdmissionsKey>(answer, 'entry_term')
      terms[term] = withOneMore(terms[term] ?? { finished: 0, people: 0, questions: {} }, new Set(left))
    }
    opened += rows.length
    last = rows.at(-1)?.id ?? last
    if (!(await goOn(opened))) return undefined
    if (rows.length < SLICE) return { counts, unread, terms }
  }
}

const withOneMore = ({ finished, people, questions }: Finished, left: ReadonlySet<string>): Finished => ({
  finished: finished + 1,
  people: people + (left.size > 0 ? 1 : 0),
  questions: { ...questions, ...Object.fromEntries([...left].map((key) => [key, (questions[key] ?? 0) + 1])) },
})

function isConcerned(answer: Answer, option: ListedOption | AskedQuestion): boolean {
  if ('is' in option) return option.keys.some((key) => isGiven(answer[key])) === (option.is === 'answered')
  const { keys, code, beside } = option
  return keys.some((key) => answerTo(answer, key) === code) && isBeside(answer, beside)
}

type Answer = Readonly<Record<string, string>>

const isBeside = (answer: Answer, beside: ListedOption['beside']) =>
  beside === undefined || answerTo(answer, beside.key) === beside.code

/** One that is damaged, or whose key is gone, is told as not counted, and keeps nobody from counting the others. */
function readable<Opened>(open: () => Opened): Opened | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
