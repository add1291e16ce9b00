import type { Institution } from '../../../api/index.ts'
import { type Form, type FormList, listsIn } from '../../../engine/index.ts'
import { optionNeeds } from '../../../form/index.ts'

/**
 * What is wrong with `lists`: a list or an option that the form does not have, an order that names an option twice, two
 * options that applicants could not tell apart, a list without an option, and an option that the form cannot do without.
 */
export function listErrors({ lists = {} }: Pick<Institution, 'lists'>, form: Form): readonly string[] {
  return Object.entries(lists).flatMap(([name, own]) => {
    const list = listsIn(form).get(name)
    const here = `public.lists.${name}`
    if (!list) return [`public.lists names ${name}, which is no list of the form.`]
    const known = new Set(list.options.map(([code]) => code))
    const unknown = Object.entries(own).flatMap(([part, given]) => {
      const codes = Array.isArray(given) ? given : Object.keys(given ?? {})
      return codes
        .filter((code) => !known.has(code))
        .map((code) => `${here}.${part} names ${code}, which it does not have.`)
    })
    if (unknown.length > 0) return unknown
    const { order = [], retired = {} } = own
    return [
      ...order
        .filter((code, place) => order.indexOf(code) < place)
        .map((code) => `${here}.order names ${code} more than once.`),
      ...Object.keys(retired).flatMap((code) => {
        const why = useOf(list, code)
        return why === undefined ? [] : [`${here} must offer ${code}, because ${why}.`]
      }),
      ...emptyErrors(list, retired).map(() => `${here} offers nothing any more. One option must stay.`),
      ...sameLabels(list, own).map(([one, other, label]) => `${here} calls both ${one} and ${other} “${label}”.`),
    ]
  })
}

/** Why the form, or what reads answers by name, cannot do without an option; the end of a sentence. */
function useOf({ name, options, inUse }: FormList, code: string): string | undefined {
  if (options.every(([each]) => each === 'Y' || each === 'N')) return 'a question of Yes or No needs both'
  const needed = optionNeeds.find(
    ({ list, codes }) => list === name && (codes === '*' || codes.split(' ').includes(code)),
  )
  return inUse.get(code) ?? needed?.why
}

/** The questions of a list that would have nothing to choose. */
const emptyErrors = ({ questions }: FormList, retired: Readonly<Record<string, string>>) =>
  questions.filter(({ values }) => values.every((code) => code === '' || code in retired)).slice(0, 1)

type Own = NonNullable<Institution['lists']>[string]

function sameLabels({ options }: FormList, { labels = {}, retired = {} }: Own) {
  const folded = (label: string) => label.trim().toLocaleLowerCase('en')
  const offered = options
    .filter(([code]) => !(code in retired))
    .map(([code, label]) => [code, labels[code] ?? label] as const)
  return offered.flatMap(([code, label], place) => {
    const [same] = offered.find(([, other], at) => at < place && folded(other) === folded(label)) ?? []
    return same === undefined ? [] : [[same, code, label] as const]
  })
}
