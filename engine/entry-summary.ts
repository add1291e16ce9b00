import { type Application, answerTo, isGiven } from './application.ts'
import { type Address, type Entry, type Item, type MonthYear, partsOf, type School } from './blocks.ts'
import { months } from './calendar.ts'
import { labelOf } from './options-of.ts'
import type { ChoiceQuestion, Question, Role } from './questions.ts'

/** What one line says about an entry. */
type EntrySummary = {
  /** The school, or else the texts by which people know the entry; '' without one. */
  readonly name: string
  /** Choices, place and dates that are answered, in reading order. */
  readonly facts: readonly string[]
  readonly documents: readonly { readonly label: string; readonly attached: boolean }[]
  /** The name is known, and so are the place of the school and when each period began. Documents may come later. */
  readonly isTelling: boolean
}

/**
 * Sums up an entry by the roles and kinds of what is directly inside it: a school or texts name it, an address places
 * it, two consecutive months are a period, and an upload is a document. No key is named, so it suits any form.
 */
export function entrySummary({ items }: Entry, application: Application): EntrySummary {
  const school = items.find((item) => item.kind === 'school')
  const name = school ? partOf(school, 'name', application) : textsBeforeBlocks(items, application)
  const documents = items
    .filter((item) => item.kind === 'upload')
    .map(({ key, label }) => ({ label, attached: isGiven(application.answer[key]) }))
  const facts = items.flatMap((item, place) => factOf(item, items[place - 1], items[place + 1], !school, application))
  const isPlaced = school === undefined || placeOf(school, application) !== ''
  const isDated = items.every(
    (item) => item.kind !== 'monthYear' || item !== startOf(items, item) || monthOf(item, application) !== '',
  )
  return {
    name,
    facts: facts.filter((fact) => fact !== ''),
    documents,
    isTelling: name !== '' && isPlaced && isDated,
  }
}

/** The first month of the period that a month belongs to. */
function startOf(items: readonly Item[], month: MonthYear): Item | undefined {
  const before = items[items.indexOf(month) - 1]
  return before?.kind === 'monthYear' ? before : month
}

function factOf(
  item: Item,
  before: Item | undefined,
  after: Item | undefined,
  isByChoices: boolean,
  application: Application,
): readonly string[] {
  switch (item.kind) {
    case 'school':
    case 'address':
      return [placeOf(item, application)]
    case 'monthYear':
      if (before?.kind === 'monthYear') return [] // the end of a period
      return [
        periodOf(monthOf(item, application), after?.kind === 'monthYear' ? monthOf(after, application) : undefined),
      ]
    case 'choice':
      // A radio button answers a question that its option does not repeat, such as Yes.
      return isByChoices && item.as !== 'radio' ? [readable(item, application)] : []
    default:
      return []
  }
}

function textsBeforeBlocks(items: readonly Item[], application: Application): string {
  const first = items.findIndex((item) => !('key' in item))
  const own = first === -1 ? items : items.slice(0, first)
  return own
    .flatMap((item) => (item.kind === 'text' ? [readable(item, application)] : []))
    .filter((text) => text !== '')
    .join(' ')
}

const placeOf = (block: School | Address, application: Application) =>
  (['city', 'state'] as const)
    .map((role) => partOf(block, role, application))
    .filter((part) => part !== '')
    .join(', ')

function partOf(block: School | Address, role: Role, application: Application): string {
  const part = partsOf(block).find((each) => each.role === role)
  return part ? readable(part, application) : ''
}

/** For example "Sep 2022", or the year alone while the month is missing. */
function monthOf(block: MonthYear, application: Application): string {
  const [month, year] = partsOf(block).filter((item): item is ChoiceQuestion => item.kind === 'choice')
  const number = Number(month && answerTo(application.answer, month.key))
  const name = months[number]?.[1].slice(0, 3) ?? ''
  return `${number ? name : ''} ${year ? readable(year, application) : ''}`.trim()
}

/** `end` is undefined for a single month. */
function periodOf(start: string, end: string | undefined): string {
  if (end === undefined || start === end) return start
  if (start === '') return end === '' ? '' : `until ${end}`
  return end === '' ? `since ${start}` : `${start} – ${end}`
}

function readable(question: Question, { answer }: Application): string {
  const value = answerTo(answer, question.key)
  if (!isGiven(value)) return ''
  return question.kind === 'choice' ? labelOf(question, value) : value.trim()
}
