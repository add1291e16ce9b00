import { everyItem, type Form, type Question } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { REQUEST } from '../../applying/applications/index.ts'

/** Lists of values for which another system has codes of its own, by name. */
export type CodeLists = {
  /** The values that the form offers; undefined where they cannot be listed, as for schools. */
  readonly values: ReadonlyMap<string, readonly string[] | undefined>
  /** The list of the answers of a key; undefined if they are no choices. */
  readonly listOf: (key: string) => string | undefined
}

/** What code maps and indexes call the application PDF among the documents. */
export const APPLICATION_PDF = 'application_pdf'
/** What code maps call every document that staff asked for after the submission. */
const REQUESTED_DOCUMENT = 'requested_document'

/** Names that code maps use for the lists of several questions. Any other list is named after its question. */
const shared: Partial<Record<AdmissionsKey, string>> = {
  citizenship: 'countries',
  entry_term: 'terms',
  applied_major: 'majors',
  college_degree: 'degrees',
}
const byRole: Partial<Record<NonNullable<Question['role']>, string>> = {
  country: 'countries',
  state: 'states',
  list_id: 'schools',
}

/** The lists of a form: those of its choices, and `schools`, `race`, `tests` and `documents`. */
export function codeListsOf(form: Form): CodeLists {
  const firstKeys = firstKeysOf(form)
  const questions = everyItem(form).flatMap((item) => ('key' in item ? [item] : []))
  const states = questions.find(({ role }) => role === 'state')
  const nameOf = (question: Question): string | undefined => {
    const key = firstKeys.get(question.key) ?? question.key
    const common = shared[key as AdmissionsKey] ?? (question.role && byRole[question.role])
    if (common) return common
    if (question.kind !== 'choice') return undefined
    return states?.kind === 'choice' && question.options === states.options ? 'states' : key
  }
  const names = new Map(
    questions.flatMap((each) => {
      const name = nameOf(each)
      return name ? [[each.key, name] as const] : []
    }),
  )
  const values = new Map<string, readonly string[] | undefined>([['schools', undefined]])
  for (const question of questions) {
    const name = names.get(question.key)
    if (!name || question.kind !== 'choice') continue
    values.set(name, [...new Set([...(values.get(name) ?? []), ...question.values.filter((each) => each !== '')])])
  }
  const keysOf = (kind: Question['kind'], begin = '') =>
    questions
      .filter((each) => each.kind === kind && each.key.startsWith(begin))
      .map(({ key }) => firstKeys.get(key) ?? key)
  values.set('race', keysOf('tick', 'race_'))
  values.set('documents', [...new Set(keysOf('upload')), APPLICATION_PDF, REQUESTED_DOCUMENT])
  const scores = everyItem(form).flatMap((item) => (item.kind === 'scores' ? item.items : []))
  const scoreKeys = scores.flatMap((item) => (item.kind === 'text' && item.key !== 'intl_test_score' ? [item.key] : []))
  const taken = (values.get('intl_test') ?? []).filter((each) => each !== 'NONE' && each !== 'OTHER')
  values.set('tests', [...scoreKeys, ...taken])
  return { values, listOf: (key) => names.get(key) }
}

/** The value of the list `documents` that stands for a document: its key in a first entry, unless staff asked for it. */
export function documentValues(form: Form): (key: string) => string {
  const firstKeys = firstKeysOf(form)
  return (key) => (key.startsWith(REQUEST) ? REQUESTED_DOCUMENT : (firstKeys.get(key) ?? key))
}

/** The key in the first entry for each key of a later one: `college_type` for `college_2_type`. */
function firstKeysOf(form: Form): ReadonlyMap<string, string> {
  const blocks = everyItem(form).flatMap((item) => (item.kind === 'repeated' ? [item] : []))
  return new Map(
    blocks.flatMap(({ entries: [first, ...later] }) =>
      later.flatMap(({ prefix, keys }) =>
        keys.map((key) => [key, `${first?.prefix}${key.slice(prefix.length)}`] as const),
      ),
    ),
  )
}
