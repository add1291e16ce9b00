import { endOfDay, locale, type OptionDates, say, seasonOf, todayAt } from '../engine/index.ts'
import { termErrors } from './errors.ts'
import type { PublicInstitution } from './institution.ts'

type Terms = Pick<PublicInstitution, 'entry_terms' | 'term_dates' | 'grace_hours' | 'time_zone'>
type TermProblem = { readonly code: keyof typeof termErrors; readonly message: string }

const HOUR = 3_600_000 // ms

/**
 * Why an application cannot be submitted at this moment for the term chosen in it; undefined if it can be, or none is
 * chosen. `validatingSince` is when Submit was first pressed: whoever did before the term closed has the hours of grace.
 */
export function termProblem(
  institution: Terms,
  chosen: string,
  now: Date,
  validatingSince: Date | undefined,
): TermProblem | undefined {
  const term = termOf(institution, chosen)
  const today = todayAt(institution.time_zone, now)
  const season = seasonOf(term?.dates, today)
  if (term === undefined || season === 'open') return undefined
  const { label, dates = {} } = term
  const problem = (code: TermProblem['code'], day = '') => {
    const message = say(termErrors[code].message, { term: say(label), date: inWords(day) })
    return { code, message }
  }
  if (season === 'early') return problem('early_term', dates.opens)
  const grace = graceOf(institution, chosen)
  if (grace && validatingSince && validatingSince < grace.closed && now < grace.ends) return undefined
  return problem(offered(institution, today).length > 0 ? 'closed_term' : 'last_term_closed', dates.closes)
}

/** When the chosen term closes, and until when whoever was being validated by then may submit. */
export function graceOf(
  institution: Terms,
  chosen: string,
): { readonly closed: Date; readonly ends: Date } | undefined {
  const day = termOf(institution, chosen)?.dates?.closes
  if (day === undefined) return undefined
  const closed = endOfDay(institution.time_zone, day)
  return { closed, ends: new Date(closed.getTime() + (institution.grace_hours ?? 24) * HOUR) }
}

/** Between cycles, the sentence that says so, and when the next term opens; undefined if one is open. */
export function betweenCycles(institution: Terms, today: string): string | undefined {
  const terms = offered(institution, today)
  const isOpen = terms.some(({ dates }) => seasonOf(dates, today) === 'open')
  if (institution.term_dates === undefined || isOpen) return undefined
  const next = terms.map(({ dates }) => dates?.opens ?? '').sort()[0]
  if (next === undefined)
    return say('No term is open for applications right now. You can fill in this form and save it.')
  return say(
    'No term is open for applications right now. You can fill in this form and save it now, and submit it from {date}.',
    { date: inWords(next) },
  )
}

type Term = { readonly value: string; readonly label: string; readonly dates: OptionDates | undefined }

const termsIn = ({ entry_terms, term_dates = {} }: Terms): readonly Term[] =>
  entry_terms.flatMap(([value, label]) => (value === '' ? [] : [{ value, label, dates: term_dates[value] }]))

const termOf = (institution: Terms, chosen: string): Term | undefined =>
  termsIn(institution).find(({ value }) => value === chosen)

const offered = (institution: Terms, today: string) =>
  termsIn(institution).filter(({ dates }) => seasonOf(dates, today) !== 'closed')

/** A day (YYYY-MM-DD) such as November 15, 2026. */
const inWords = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
