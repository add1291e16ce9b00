import { type ChoiceQuestion, isList, type Options } from './questions.ts'

/**
 * The list that a choice offers. A list of years starts with a blank option and counts from `today` (YYYY-MM-DD) unless
 * it names its start (requirements 3.options.8, 3.options.9 and 3.options.10).
 */
export function optionsOf(question: ChoiceQuestion, today: string): Options {
  const { options } = question
  if (isList(options)) return options
  // `withInstitution` fills in the institution's lists; until then, such a choice offers nothing.
  if ('setting' in options) return []
  const start = options.start ?? Number(today.slice(0, 4))
  const step = options.direction === 'past' ? -1 : 1
  const years = Array.from({ length: options.count }, (_, index) => String(start + step * index))
  return [['', '--'], ...years.map((year) => [year, year] as const)]
}

/** The label of a chosen value, or the value itself when the list does not contain it. */
export const labelOf = ({ options }: ChoiceQuestion, value: string): string =>
  (isList(options) ? labelsOf(options).get(value) : undefined) ?? value

const cache = new WeakMap<Options, ReadonlyMap<string, string>>()

/** The labels of a list by their values: lists of countries are long, and every profile has the labels of all answers. */
function labelsOf(options: Options): ReadonlyMap<string, string> {
  const known = cache.get(options) ?? new Map(options.toReversed()) // of two labels of one value, the first
  cache.set(options, known)
  return known
}
