import {
  type Application,
  answerTo,
  type Care,
  type ExportRow,
  everyItem,
  exportRow,
  type Form,
  keysByRole,
  oncePer,
  questionsByKey,
  type Repeated,
  type Scores,
} from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'

/** One entry of a block that can be added again: its number, and its answers by key without the entry's prefix. */
export type ExportedEntry = { readonly entry: string; readonly [field: string]: string }

/** The lists of entries that are handed over as rows of their own, by the id of their block in the form. */
export const entryLists = ['colleges', 'parents', 'residences'] as const
export type EntryList = (typeof entryLists)[number]

/** One score. `test` is the key of a score of the SAT or ACT, or the language test that was taken. */
type ExportedScore = Readonly<Record<'test' | 'test_version' | 'score' | 'month' | 'year', string>>

/** What was signed, in the shapes that other systems read. */
export type ExportedAnswers = Readonly<Record<EntryList, readonly ExportedEntry[]>> & {
  /** Every answer by its key; hidden and empty ones are ''. It holds secret and demographic answers too. */
  readonly row: ExportRow
  readonly tests: readonly ExportedScore[]
}

/** Brings a signed application into the shapes of an export. */
export function exportedAnswers(
  form: Form,
  application: Application,
  sender: Parameters<typeof exportRow>[2],
): ExportedAnswers {
  const row = withSchoolRecords(form, application, exportRow(form, application, sender))
  const entries = Object.fromEntries(entryLists.map((id) => [id, entriesIn(repeatedOf(form, id), row)]))
  // The names of the lists are the keys just written.
  return { ...(entries as Record<EntryList, readonly ExportedEntry[]>), row, tests: scoresIn(form, row) }
}

/** With the ids of the schools that were chosen from the list, by which code maps find them. No form asks for them. */
function withSchoolRecords(form: Form, { answer }: Application, row: ExportRow): ExportRow {
  const schools = itemsOf(form).flatMap((item) => (item.kind === 'school' ? [keysByRole(item)] : []))
  const records = schools.flatMap(({ name = '', list_id: id = '' }) => (row[name] ? [[id, answerTo(answer, id)]] : []))
  return { ...row, ...Object.fromEntries(records) }
}

/** The fields of an entry of this list, without its prefix, in the order of the form. */
export const entryFields = (form: Form, id: EntryList): readonly string[] => {
  const [first] = repeatedOf(form, id).entries
  return first ? first.keys.map((key) => key.slice(first.prefix.length)) : []
}

/** The keys whose answers have this grade of care. */
export const keysOfGrade = (form: Form, grade: Care): readonly string[] =>
  [...questionsByKey(form).values()].filter(({ care }) => care === grade).map(({ key }) => key)

function repeatedOf(form: Form, id: string): Repeated {
  const found = itemsOf(form).find((item) => item.kind === 'repeated' && item.id === id)
  if (found?.kind !== 'repeated') throw new Error(`The form has no block ${id}.`)
  return found
}

const entriesIn = ({ entries }: Repeated, row: ExportRow): readonly ExportedEntry[] =>
  entries
    .filter(({ keys }) => keys.some((key) => row[key] !== ''))
    .map(({ number, prefix, keys }) => ({
      entry: String(number),
      ...Object.fromEntries(keys.map((key) => [key.slice(prefix.length), row[key] ?? ''])),
    }))

const scoresIn = (form: Form, row: ExportRow): readonly ExportedScore[] =>
  itemsOf(form).flatMap((item) => (item.kind === 'scores' ? scoresOf(item, row) : []))

/** Every item of the form, listed once: a delivery asks for them for each application. */
const itemsOf = oncePer((form: Form) => everyItem(form))

function scoresOf({ items }: Scores, row: ExportRow): readonly ExportedScore[] {
  const answer = (key: AdmissionsKey) => row[key] ?? ''
  const [month = '', year = ''] = items.flatMap((item) => (item.kind === 'monthYear' ? item.keys : []))
  const language = answer('intl_test') === 'OTHER' ? answer('intl_test_other') : answer('intl_test')
  return items.flatMap((item) => {
    if (item.kind !== 'text' || !row[item.key]) return []
    const isLanguage = item.key === ('intl_test_score' satisfies AdmissionsKey)
    return [
      {
        test: isLanguage ? language : item.key,
        test_version: isLanguage ? answer('intl_test_version') : '',
        score: row[item.key] ?? '',
        month: row[month] ?? '',
        year: row[year] ?? '',
      },
    ]
  })
}
