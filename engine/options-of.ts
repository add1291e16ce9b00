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
export function labelOf(question: ChoiceQuestion, value: string): string {
  const { options } = question
  return (isList(options) ? options.find(([each]) => each === value)?.[1] : undefined) ?? value
}
