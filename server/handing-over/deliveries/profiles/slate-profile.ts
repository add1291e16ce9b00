import { type EntryList, entryFields } from '../../exports/index.ts'
import { type CsvFile, createCsvFile } from '../delivery-folder.ts'
import { keysApart, type Profile } from './profile.ts'

const ID = ['person_id', 'application_id', 'reference', 'version'] as const

/**
 * Tables for the source formats of Slate: the same headers in every delivery of a form version, the id of the person and
 * of the application in every row, and dates in ISO 8601. As in the plain profile, demographic answers and Social
 * Security numbers have tables of their own.
 */
export const slateProfile: Profile = {
  needs: [],
  // Slate imports documents from an archive that says itself what is in it.
  archives: {
    archive: (number) => `slate_documents_${String(number).padStart(3, '0')}.zip`,
    hasIndexInside: true,
  },
  placesIn: (register, { include }) => {
    const apart = keysApart(register, 'delivery_slate', include)
    const months = isoMonthsOf(register.keys.map(({ key }) => key))
    return (key) => (apart.has(key) ? undefined : { in: 'slate_applications.csv', as: months.columnOf(key) })
  },
  begin: async (register, folder, { spreadsheet, include, recipient }) => {
    const all: CsvFile[] = []
    const table = async (name: string, columns: readonly string[], encryptedFor?: string) => {
      const file = await createCsvFile(folder, `slate_${name}.csv`, [...ID, ...columns], {
        spreadsheet,
        recipient: encryptedFor,
      })
      all.push(file)
      return file
    }
    const months = isoMonthsOf(register.keys.map(({ key }) => key))
    const apart = keysApart(register, 'delivery_slate', include)
    const keys = months.columns(register.keys.map(({ key }) => key).filter((key) => !apart.has(key)))
    const sender = ['school_code', 'intended_student_type', 'form_version']
    const applications = await table('applications', ['submitted_at', ...keys, ...sender])
    const entries = async (list: EntryList, name: string) => {
      const fields = entryFields(register, list)
      const inEntry = isoMonthsOf(fields)
      const file = await table(name, ['entry', ...inEntry.columns(fields)])
      return { list, add: (row: Readonly<Record<string, string>>) => file.add(inEntry.row(row)) }
    }
    const lists = [
      await entries('colleges', 'schools'),
      await entries('parents', 'relations'),
      await entries('residences', 'residences'),
    ]
    const tests = await table('tests', ['test', 'test_version', 'score', 'date'])
    const demographics = include.includes('demographics')
      ? await table('demographics', ['gender', 'ethnicity', 'races'])
      : undefined
    const ssn = include.includes('ssn') ? await table('ssn', ['ssn'], recipient) : undefined
    return {
      add: async ({ application, races }) => {
        const { person_id, application_id, reference, submitted_at, row } = application
        const id = { person_id, application_id, reference, version: String(application.version) }
        await applications.add({ ...months.row(row), ...id, submitted_at })
        for (const { list, add } of lists) for (const each of application[list]) await add({ ...each, ...id })
        for (const { month, year, ...test } of application.tests)
          await tests.add({ ...test, date: isoMonth(month, year), ...id })
        await demographics?.add({ ...row, ...id, races: races.join(';') })
        if (row.ssn) await ssn?.add({ ...id, ssn: row.ssn })
        return []
      },
      close: async () => {
        for (const each of all) await each.close()
      },
    }
  },
}

/** Each pair of a month and a year as one column, such as `grad_date` for `grad_month` and `grad_year`. */
type IsoMonths = {
  /** These columns, with one in the place of each pair. */
  readonly columns: (keys: readonly string[]) => readonly string[]
  /** The column in which the answer to a key is. */
  readonly columnOf: (key: string) => string
  /** The same row with these columns too, as `2022-06`; the year alone if there is no month, '' without a year. */
  readonly row: (row: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

/** The pairs among these keys, or among the fields of an entry, which name them. No day is made up for them. */
function isoMonthsOf(keys: readonly string[]): IsoMonths {
  const pairs = keys.flatMap((month) => {
    const year = month.replace(/month$/, 'year')
    return month !== year && keys.includes(year) ? [{ month, year, date: month.replace(/month$/, 'date') }] : []
  })
  const byMonth = new Map(pairs.map(({ month, date }) => [month, date]))
  const years = new Set(pairs.map(({ year }) => year))
  const byEither = new Map(pairs.flatMap(({ month, year, date }) => [month, year].map((key) => [key, date] as const)))
  return {
    columnOf: (key) => byEither.get(key) ?? key,
    columns: (keys) => keys.filter((key) => !years.has(key)).map((key) => byMonth.get(key) ?? key),
    row: (row) => ({
      ...row,
      ...Object.fromEntries(pairs.map(({ month, year, date }) => [date, isoMonth(row[month], row[year])])),
    }),
  }
}

/** A month of a year in ISO 8601. */
function isoMonth(month: string | undefined, year: string | undefined): string {
  if (!year) return ''
  return month ? `${year}-${month.padStart(2, '0')}` : year
}
