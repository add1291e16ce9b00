import type { Form } from '../../../../../engine/index.ts'
import { codeListsOf } from '../../codes.ts'

/** A code map with the code that a function gives to each value of these lists; `undefined` leaves a value out. */
function mapOfEverything(
  form: Form,
  codeOf: Readonly<Record<string, (ours: string, index: number) => string | undefined>>,
): string {
  const { values } = codeListsOf(form)
  const rows = Object.entries(codeOf).flatMap(([list, code]) =>
    ['', ...(values.get(list) ?? [])].flatMap((ours, index) => {
      const theirs = ours === '' ? '' : code(ours, index)
      return theirs === undefined ? [] : [`${list},"${ours}","${theirs}"`]
    }),
  )
  return ['list,ours,theirs', ...rows, ''].join('\n')
}

/** Codes of an imagined Banner: of the length and kind that its tables have. */
export const bannerCodes = (form: Form): string =>
  mapOfEverything(form, {
    terms: (ours) => (/^\d{6}$/.test(ours) ? ours : '202470'),
    majors: (_, index) => `${1600 + index}/${2400 + index}`,
    countries: (ours) => ours,
    schools: () => undefined,
    tests: (_, index) => `T${index}`,
    us_citizen: (ours) => (ours === 'Y' ? 'C' : 'N'),
    perm_resident: (ours) => (ours === 'Y' ? 'C' : 'N'),
    parent_relationship: (_, index) => String(index),
    gender: (ours) => (ours === 'F' || ours === 'M' ? ours : 'N'),
    ethnicity: (ours) => (ours === 'Y' ? '2' : '1'),
    race: (_, index) => String(index),
  })

/** Codes of the terms for PESC; states, countries and schools have built-in ones. */
export const pescCodes = (form: Form): string =>
  mapOfEverything(form, { terms: (_, index) => `20${String(10 + (index % 80))}-08` })
