import { type Kysely, sql, type Transaction } from 'kysely'
import { type EditionContent, type Finding, namesIn, optionLists, valuesIn } from '../../../api/index.ts'
import { everyItem, guardedKeys, listsIn } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import type { ListedOption } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { newlyRetired } from './form-lists.ts'
import type { NumberOf } from './stored-count.ts'

/** An option that is no longer offered. `says` is the sentence of it. */
type Retired = ListedOption & { readonly place: string; readonly list: string; readonly says: string }

/** Options that are no longer offered, and whom that concerns. Their code and label stay with who chose them. */
export async function retiredOptions(
  db: Kysely<Tables> | Transaction<Tables>,
  before: EditionContent,
  after: EditionContent,
  numberOf: NumberOf,
): Promise<readonly Finding[]> {
  const [was, is] = [valuesIn(before), valuesIn(after)]
  const retired: readonly Retired[] = [
    ...newlyRetired(was, is).map(({ place, list, code, label, title }) => ({
      ...{ place, list, code, says: `${label} is no longer offered in “${title}”.` },
      keys:
        listsIn(admissions)
          .get(list)
          ?.questions.map(({ key }) => key) ?? [],
    })),
    ...optionLists.flatMap((list) =>
      Object.keys(was)
        .filter((place) => place.startsWith(`${list}/`) && !(place in is))
        .map((place) => {
          const code = place.slice(list.length + 1)
          return { place, list, code, says: `${was[place]} is no longer offered.`, ...askedFrom(list) }
        }),
    ),
  ]
  // What somebody answers to a sensitive question is told to nobody who edits the form, not even as a number of one.
  const isTold = ({ keys }: Retired) => !keys.some((key) => guardedKeys(admissions).has(key))
  return Promise.all(
    retired.map(async (each): Promise<Finding> => {
      const { place, list, code, says, keys, beside } = each
      const who = isIndexed(list)
        ? await countIndexed(db, columns[list], code)
        : isTold(each)
          ? inWords(numberOf({ code, keys, beside }))
          : `How many have chosen it is not counted, because their answers are sensitive. ${WHO}`
      return { grade: 'told', place, says: `${says} ${who}` }
    }),
  )
}

const WHO = 'Who has not submitted is asked to choose again; what was submitted keeps it.'

const inWords = (number: number | undefined): string =>
  number === undefined
    ? `How many have chosen it is not counted yet. ${WHO}`
    : `Applications with it: ${number} not submitted, whose applicants are asked to choose again; what was submitted keeps it and is not counted.`

/** The lists by which the queue is filtered, with their columns of the index. */
const columns = { '/majors': 'major', '/entry_terms': 'term', degree_nondegree: 'kind' } as const
const isIndexed = (list: string): list is keyof typeof columns => Object.hasOwn(columns, list)

/** The questions that are answered from a list of the institution, and the answer on which that depends. */
function askedFrom(list: string): Pick<ListedOption, 'keys' | 'beside'> {
  const setting = namesIn(list).join('.')
  const isAsked = (question: { readonly options: object }) =>
    'setting' in question.options && question.options.setting === setting
  for (const item of everyItem(admissions)) {
    if (item.kind === 'choice' && isAsked(item)) return { keys: [item.key] }
    if (item.kind !== 'conditionalChoice') continue
    const [code, question] = Object.entries(item.variants).find(([, each]) => isAsked(each)) ?? []
    if (code !== undefined && question) return { keys: [question.key], beside: { key: item.controlKey, code } }
  }
  return { keys: [] }
}

/** How many applications have an option of one of the lists that the index knows. */
async function countIndexed(
  db: Kysely<Tables> | Transaction<Tables>,
  column: 'major' | 'term' | 'kind',
  code: string,
): Promise<string> {
  const { drafts, signed } = await db
    .selectFrom('application_index')
    .select([
      sql<number>`count(*) filter (where submitted_at is null)::int`.as('drafts'),
      sql<number>`count(*) filter (where submitted_at is not null)::int`.as('signed'),
    ])
    .where(column, '=', code)
    .executeTakeFirstOrThrow()
  return `Applications with it: ${drafts} not submitted, whose applicants are asked to choose again; ${signed} submitted, which keep it.`
}
