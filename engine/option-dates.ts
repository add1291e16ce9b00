import type { ChoiceQuestion, OptionDates, Options } from './questions.ts'

export type Season = 'early' | 'open' | 'closed'

/** Where an option stands on a day at the institution, which may be its first or its last. */
export const seasonOf = ({ opens = '', closes = '~' }: OptionDates = {}, today: string): Season =>
  today < opens ? 'early' : today > closes ? 'closed' : 'open'

const marks = { early: ' (not open yet)', open: '', closed: ' (closed)' } as const

/**
 * The options of a list as they are offered on a day: without what has closed, unless it is the answer, which stays to
 * be read.
 */
export function offeredOptions(options: Options, { dates }: ChoiceQuestion, today: string, answer: string): Options {
  if (typeof dates !== 'object') return options
  return options.flatMap(([value, label]) => {
    const season = seasonOf(dates[value], today)
    return season === 'closed' && value !== answer ? [] : [[value, label + marks[season]] as const]
  })
}
