import { federalId } from './federal-id.ts'
import type { Code, Format } from './format.ts'

const COLLEGE_DIGITS = 4
const HIGH_SCHOOL_DIGITS = 6

/** College Board codes for schools of the other lists: `ceeb`, and one of `unitid`, `ncessch`, `ppin` or `id`. */
export const codes: Format<Code> = {
  title: 'a list of codes',
  required: ['ceeb'],
  readRow: (row) => {
    const id = idIn(row)
    if (id === undefined) return 'no unitid, ncessch, ppin or id'
    const ceeb = row('ceeb')
    if (!/^\d{1,6}$/.test(ceeb)) return 'no code of at most six digits'
    return { id, ceeb: ceeb.padStart(id.startsWith('ipeds:') ? COLLEGE_DIGITS : HIGH_SCHOOL_DIGITS, '0') }
  },
}

function idIn(row: (column: string) => string): string | undefined {
  return (
    row('id') ||
    (federalId('ipeds', row('unitid')) ??
      federalId('nces', row('ncessch') || row('nces')) ??
      federalId('pss', row('ppin')))
  )
}
