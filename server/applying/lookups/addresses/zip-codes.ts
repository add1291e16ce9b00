import zipcodes from 'zipcodes'
import { type State, stateFrom } from '../states.ts'

/** A ZIP code: the city its post office names, and the states it extends into, the post office's state first. */
export type ZipCode = { readonly zip: string; readonly city: string; readonly states: readonly [State, ...State[]] }

/**
 * ZIP codes whose routes extend into another state, by that state: most from the Census Bureau's tabulation areas that
 * cross a border, the rest from common knowledge. A code missing here has only the state of its post office, which at
 * worst leads to an unnecessary question.
 */
const bordering: Readonly<Record<string, string>> = {
  AL: '30165 31905 38852',
  AR: '65729 65733 65761 75556',
  AZ: '84531 84536 87328',
  CA: '89010 89019 89060 89061 89439 97635',
  CO: '69168 82063 82082',
  IA: '56027 56129',
  ID: '59847 83120 83127 89832 97910 97913 99033 99128',
  IL: '63673',
  KS: '68325 68327 68420 68943 68978 69026',
  KY: '38541 38549',
  LA: '71749',
  MA: '02861',
  ME: '03579',
  MI: '54540',
  MN: '51360 57026 57030 57068 57260 58225',
  MO: '51640 52542 52573 52626 72644',
  MS: '38326',
  MT: '57717 57724 58621 82801',
  ND: '57430 57437 57638 57641 57642 57645 57648 57660 59221 59270 59275',
  NE: '51557 57078 66541 66955 80737 82082',
  NM: '79835 79837 79922 81120 81137 86504 86514 86515',
  NV: '84034',
  OK: '67950 71937 71953',
  OR: '89421 99362',
  SD: '51001 51023 56136 56144 56164 56219 56220 56257 58043 58413 58436 58439 58568 58623 58649 58653 68719 68755 69201 69212 69216 69337 82701',
  TN: '40965 42079 42223 42602 72338 72395',
  TX: '73949 88063 88430',
  UT: '81324 82930 83342 86044 86514',
  WA: '83856',
  WV: '20135',
  WY: '57717',
}

/** Every ZIP code of the states, the territories and the armed forces. */
export const zipCodes: ReadonlyMap<string, ZipCode> = new Map(
  Object.values(zipcodes.codes).flatMap(({ zip, city, state, country }) => {
    const own = country === 'US' ? stateFrom(state) : undefined
    // The post offices of the armed forces: APO, FPO, DPO.
    const named = city.replace(/^[AFD]po$/, (word) => word.toUpperCase())
    return own === undefined ? [] : [[zip, { zip, city: named, states: [own, ...otherStatesOf(zip)] }] as const]
  }),
)

function otherStatesOf(zip: string): readonly State[] {
  return Object.entries(bordering).flatMap(([code, zips]) => (zips.includes(zip) ? (stateFrom(code) ?? []) : []))
}
