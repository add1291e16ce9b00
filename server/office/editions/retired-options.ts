import { type Kysely, sql, type Transaction } from 'kysely'
import { type EditionContent, type Finding, namesIn, optionLists, valuesIn } from '../../../api/index.ts'
import { careOf, everyItem, listsIn } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { type AskedQuestion, type Chosen, type ListedOption, MOST_COUNTED } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { newlyRetired } from './form-lists.ts'

/** Counts the applications in progress that have each of these options; undefined if there are too many. */
export type CountChosen = (options: readonly (ListedOption | AskedQuestion)[]) => Promise<Chosen | undefined>

/** An option that is no longer offered. `says` is the sentence of it. */
type Retired = ListedOption & { readonly place: string; readonly list: string; readonly says: string }

/**
 * Options that are no longer offered, and whom that concerns. Their code and label stay with who chose them. Without
 * `count`, only what the index knows is counted.
 */
export async function retiredOptions(
  db: Kysely<Tables> | Transaction<Tables>,
  before: EditionContent,
  after: EditionContent,
  count?: CountChosen,
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
  const countable = retired.filter(({ list, keys }) => !isIndexed(list) && keys.every(isNobodysSecret))
  const chosen = countable.length > 0 && count ? await count(countable) : undefined
  return Promise.all(
    retired.map(async (each): Promise<Finding> => {
      const { place, list, code, says } = each
      const index = countable.indexOf(each)
      const who = isIndexed(list)
        ? await countIndexed(db, columns[list], code)
        : index === -1
          ? `How many have chosen it is not counted, because their answers are sensitive. ${WHO}`
          : inWords(chosen, index, count !== undefined)
      return { grade: 'told', place, says: `${says} ${who}` }
    }),
  )
}

const WHO = 'Who has not submitted is asked to choose again; what was submitted keeps it.'

function inWords(chosen: Chosen | undefined, index: number, isAsked: boolean): string {
  if (!isAsked) return WHO
  if (chosen === undefined)
    return `How many have chosen it was not counted, because more than ${MOST_COUNTED.toLocaleString('en')} applications are in progress. ${WHO}`
  const unread = chosen.unread === 0 ? '' : ` ${chosen.unread} could not be read and are not counted.`
  return `Applications with it: ${chosen.counts[index]} not submitted, whose applicants are asked to choose again; what was submitted keeps it and is not counted.${unread}`
}

/** The lists by which the queue is filtered, with their columns of the index. */
const columns = { '/majors': 'major', '/entry_terms': 'term', degree_nondegree: 'kind' } as const
const isIndexed = (list: string): list is keyof typeof columns => Object.hasOwn(columns, list)

const isNobodysSecret = (key: string) => careOf(admissions, key) === 'none'

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
