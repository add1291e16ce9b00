import { sql } from 'kysely'
import { answerTo, isGiven } from '../../../engine/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { decrypted, isSubmittedRow, rowsWithDocuments } from './application-row.ts'

/** An option by its code, with the keys of the questions that are answered from its list. */
export type ListedOption = {
  readonly code: string
  readonly keys: readonly string[]
  /** Another answer, without which the same code is an option of another list. */
  readonly beside?: { readonly key: string; readonly code: string } | undefined
}

/** A question by its keys, in whichever entry, and whether who has answered it is counted, or who has not. */
export type AskedQuestion = { readonly keys: readonly string[]; readonly is: 'answered' | 'unanswered' }

/** How many applications have each option, in their order, and how many could not be opened. */
export type Chosen = { readonly counts: readonly number[]; readonly unread: number }

/** More applications than this are not opened for a count: it would keep a core busy for longer than somebody waits. */
export const MOST_COUNTED = 5_000

/** How many are opened before others have their turn. */
const SLICE = 25

/**
 * Counts the applications in progress that have each of these options, by opening one after the other. Nothing of them is
 * kept or logged. undefined if there are more than `most`.
 */
export async function countChosen(
  {
    database: { db },
    form,
    keyRing,
  }: Pick<ApplicationDeps, 'form' | 'keyRing'> & {
    readonly database: Pick<ApplicationDeps['database'], 'db'>
  },
  options: readonly (ListedOption | AskedQuestion)[],
  most = MOST_COUNTED,
): Promise<Chosen | undefined> {
  const inProgress = sql<boolean>`(not ${isSubmittedRow})`
  const some = await db
    .selectFrom('application')
    .select('id')
    .where(inProgress)
    .limit(most + 1)
    .execute()
  if (some.length > most) return undefined
  const counts = options.map(() => 0)
  let unread = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await rowsWithDocuments(db)
      .where(inProgress)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE)
      .execute()
    for (const row of rows) {
      const answer = answersOf(() => decrypted(row, { form, keyRing }).application.answer)
      if (answer === undefined) unread += 1
      else
        for (const [index, option] of options.entries())
          if (isConcerned(answer, option)) counts[index] = (counts[index] ?? 0) + 1
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < SLICE) return { counts, unread }
  }
}

function isConcerned(answer: Answer, option: ListedOption | AskedQuestion): boolean {
  if ('is' in option) return option.keys.some((key) => isGiven(answer[key])) === (option.is === 'answered')
  const { keys, code, beside } = option
  return keys.some((key) => answerTo(answer, key) === code) && isBeside(answer, beside)
}

type Answer = Readonly<Record<string, string>>

const isBeside = (answer: Answer, beside: ListedOption['beside']) =>
  beside === undefined || answerTo(answer, beside.key) === beside.code

/** One that is damaged, or whose key is gone, is told as not counted, and keeps nobody from counting the others. */
function answersOf<Answers>(open: () => Answers): Answers | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
