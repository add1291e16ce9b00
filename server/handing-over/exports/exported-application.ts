import { type Care, type ExportRow, exportRow, type Register } from '../../../engine/index.ts'
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

/** Brings what was signed into the shapes of an export. What the form asks by now has no part in it. */
export function exportedAnswers(
  register: Register,
  signed: Parameters<typeof exportRow>[1],
  sender: Parameters<typeof exportRow>[2],
): ExportedAnswers {
  const row = exportRow(register, signed, sender)
  const entries = Object.fromEntries(entryLists.map((id) => [id, entriesIn(register, id, row)]))
  // The names of the lists are the keys just written.
  return { ...(entries as Record<EntryList, readonly ExportedEntry[]>), row, tests: scoresIn(register, row) }
}

/** The fields of an entry of this list, without its prefix, in the order of the register. */
export const entryFields = ({ keys }: Register, id: EntryList): readonly string[] =>
  keys.flatMap(({ key, entry }) => (entry?.list === id && entry.number === 1 ? [key.slice(entry.prefix.length)] : []))

/** The keys whose answers have this grade of care. */
export const keysOfGrade = (register: Register, grade: Care): readonly string[] =>
  register.keys.filter(({ care }) => care === grade).map(({ key }) => key)

/** The entries in which something was answered. */
function entriesIn({ keys }: Register, id: EntryList, row: ExportRow): readonly ExportedEntry[] {
  const entries = Map.groupBy(
    keys.flatMap(({ key, entry }) => (entry?.list === id ? [{ key, ...entry }] : [])),
    ({ number }) => number,
  )
  return [...entries]
    .filter(([, fields]) => fields.some(({ key }) => row[key] !== ''))
    .toSorted(([one], [other]) => one - other)
    .map(([number, fields]) => ({
      entry: String(number),
      ...Object.fromEntries(fields.map(({ key, prefix }) => [key.slice(prefix.length), row[key] ?? ''])),
    }))
}

function scoresIn({ keys }: Register, row: ExportRow): readonly ExportedScore[] {
  const answer = (key: AdmissionsKey) => row[key] ?? ''
  const language = answer('intl_test') === 'OTHER' ? answer('intl_test_other') : answer('intl_test')
  return keys.flatMap(({ key, taken }) => {
    if (taken === undefined || !row[key]) return []
    const isLanguage = key === ('intl_test_score' satisfies AdmissionsKey)
    return [
      {
        test: isLanguage ? language : key,
        test_version: isLanguage ? answer('intl_test_version') : '',
        score: row[key] ?? '',
        month: row[taken.month] ?? '',
        year: row[taken.year] ?? '',
      },
    ]
  })
}
