import type { School } from '../school.ts'
import { stateFrom } from '../states.ts'
import { cleanName, cleanPlace, cleanZip } from './clean-name.ts'
import { type Federal, federalId } from './federal-id.ts'
import type { Format } from './format.ts'
import type { Row } from './read-table.ts'

/** The columns of a federal list, in lower case. */
type Columns = Readonly<Record<'id' | 'name' | 'address_line_1' | 'city' | 'state' | 'zip', string>>

type FederalList = Pick<School, 'category'> & {
  readonly title: string
  readonly source: Federal
  readonly columns: Columns
  /** How to read a row, if not as it is. */
  readonly read?: (row: Row) => Row
  /** Why a row is not a school that we want; undefined if it is one. */
  readonly reasonToSkip: (row: Row) => string | undefined
  /** What else the list knows. */
  readonly more?: (row: Row) => Partial<School>
}

/** A list of the federal statistics: one row per school, with a permanent id. */
export const federalList = ({
  title,
  source,
  category,
  columns,
  read,
  reasonToSkip,
  more,
}: FederalList): Format<School> => ({
  title,
  required: [columns.id, columns.name, columns.city, columns.state],
  readRow: (given) => {
    const row = read?.(given) ?? given
    const id = federalId(source, row(columns.id))
    const state = stateFrom(row(columns.state))
    if (id === undefined) return `no ${columns.id.toUpperCase()}`
    if (row(columns.name) === '') return 'no name'
    if (state === undefined) return 'unknown state'
    return (
      reasonToSkip(row) ?? {
        id,
        category,
        name: cleanName(row(columns.name)),
        aliases: [],
        ceeb: '',
        address_line_1: cleanPlace(row(columns.address_line_1)),
        city: cleanPlace(row(columns.city)),
        state: state.name,
        zip: cleanZip(row(columns.zip)),
        country: state.country,
        size: 0,
        ...more?.(row),
      }
    )
  },
})
