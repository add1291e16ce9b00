import { type ChoiceQuestion, isList, type Options } from './questions.ts'

/**
 * The list a choice offers. A year list is counted from `today` (YYYY-MM-DD) unless it names its start, blank first
 * (requirements 3.options.8, 3.options.9 and 3.options.10).
 */
export function optionsOf(question: ChoiceQuestion, today: string): Options {
  const { options } = question
  if (isList(options)) return options
  // A list of the institution is filled in by `withInstitution`; before that nothing is offered.
  if ('setting' in options) return []
  const start = options.start ?? Number(today.slice(0, 4))
  const step = options.direction === 'past' ? -1 : 1
  const years = Array.from({ length: options.count }, (_, index) => String(start + step * index))
  return [['', '--'], ...years.map((year) => [year, year] as const)]
}

/** The words of a chosen value, the value itself when the list does not hold it. */
export function labelOf(question: ChoiceQuestion, value: string): string {
  const { options } = question
  return (isList(options) ? options.find(([each]) => each === value)?.[1] : undefined) ?? value
}
