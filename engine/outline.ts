import { type Application, answerTo, type DocumentAnswer, isGiven } from './application.ts'
import {
  type Address,
  type Entry,
  type Form,
  type Item,
  type MonthYear,
  partsOf,
  type School,
  type Section,
} from './blocks.ts'
import { parsedDay } from './calendar.ts'
import { attachedFor, isRequired, NOT_ANSWERED, withoutSecret } from './problems-in.ts'
import { type ChoiceQuestion, labelOf, type Question, type Role } from './questions.ts'
import {
  everyItem,
  labelShown,
  questionsByKey,
  questionsShown,
  type ShownGroup,
  type ShownPage,
  type ShownQuestion,
  walk,
} from './walk.ts'
import { inEnglish, locale, say } from './words.ts'

/** One question with its answer. `text` is what people read, such as the label of an option or a masked secret. */
export type OutlineRow = {
  readonly kind: 'row'
  readonly key: string
  readonly label: string
  /** 'tick' rows are printed as [X] or [ ]; 'document' rows include the file if one is stored. */
  readonly as: 'text' | 'paragraph' | 'tick' | 'document'
  readonly answered: boolean
  readonly text: string
  readonly file?: DocumentAnswer
  /** The same statement in English, beside one that is signed in another language. */
  readonly english?: string
  /** Unanswered, and nothing required an answer. Outlines stored by an earlier release never say so. */
  readonly optional?: true
  /** Asked because of the answer to an earlier question. */
  readonly follows?: true
}

/** A block with its label and rows. Layouts may show an address or a school as a single answer. */
export type OutlineGroup = {
  readonly kind: 'group'
  readonly as: ShownGroup['as']
  readonly title: string
  readonly items: readonly OutlineItem[]
  readonly follows?: true
  /** The ID of a section that is printed on a sheet of its own. */
  readonly sheet?: string
}
export type OutlineItem = OutlineRow | OutlineGroup
type OutlinePage = { readonly slug: string; readonly title: string; readonly items: readonly OutlineItem[] }

/** The questions and answers in reading order, one row for each question shown (requirements 6.service and 4.pdf). */
export type Outline = { readonly pages: readonly OutlinePage[] }

/** Every row of these items, in reading order. */
export const rowsOf = (items: readonly OutlineItem[]): readonly OutlineRow[] =>
  items.flatMap((item) => (item.kind === 'row' ? [item] : rowsOf(item.items)))

/** The outline without the rows of some keys, and without the groups and pages that have no rows left. */
export const outlineWithout = ({ pages }: Outline, isLeftOut: (key: string) => boolean): Outline => {
  const rest = (items: readonly OutlineItem[]): readonly OutlineItem[] =>
    items.flatMap((item): readonly OutlineItem[] => {
      if (item.kind === 'row') return isLeftOut(item.key) ? [] : [item]
      const left = rest(item.items)
      return left.length > 0 ? [{ ...item, items: left }] : []
    })
  return { pages: pages.map((page) => ({ ...page, items: rest(page.items) })).filter(({ items }) => items.length > 0) }
}

/** Whether a question, or a block that reads as one, is unanswered and was optional. */
export const isOmitted = (item: OutlineItem): boolean => rowsOf([item]).every(({ optional }) => optional === true)

/** The outline of an application as it is signed, and shown by the service view and the application PDF: in English. */
export const outlineOf = (form: Form, application: Application): Outline =>
  inEnglish(() => outlineToRead(form, application))

/** The same in the language of who reads, for the review before submitting. Its form must be in that language. */
export const outlineToRead = (form: Form, application: Application): Outline => {
  const pages = walk(form, application).map(({ page, nodes }) => ({
    slug: page.slug,
    title: page.title,
    items: nodes.flatMap((node) => itemsOf(node, application)),
  }))
  return [...questionsByKey(form).values()].reduce(inPrintedPlace, { pages })
}

/**
 * The outline as its applicant reads it, with each statement that is signed in English too. Its form must be in their
 * language.
 */
export function outlineInBoth(form: Form, application: Application, english: Outline): Outline {
  const signed = new Set<string>(
    everyItem(form).flatMap((item) => (item.kind === 'tickGroup' && item.signature ? item.keys : [])),
  )
  const words = new Map(
    english.pages.flatMap(({ items }) => rowsOf(items)).map(({ key, label }) => [key, label] as const),
  )
  const inBoth = (item: OutlineItem): OutlineItem => {
    if (item.kind === 'group') return { ...item, items: item.items.map(inBoth) }
    const own = signed.has(item.key) ? words.get(item.key) : undefined
    return own === undefined ? item : { ...item, english: own }
  }
  const { pages } = outlineToRead(form, application)
  return { pages: pages.map((page) => ({ ...page, items: page.items.map(inBoth) })) }
}

/** The outline with the row of a question that is printed elsewhere than it is asked after the row it follows. */
function inPrintedPlace(outline: Outline, { key, printedAfter }: Question): Outline {
  if (printedAfter === undefined) return outline
  const rows = outline.pages.flatMap(({ items }) => rowsOf(items))
  const row = rows.find((each) => each.key === key)
  // Where an office has stopped asking the other question, it is printed where it is asked.
  if (!row || rows.every((each) => each.key !== printedAfter)) return outline
  const placed = (items: readonly OutlineItem[]): readonly OutlineItem[] =>
    items.flatMap((item): readonly OutlineItem[] => {
      if (item.kind === 'group') return [{ ...item, items: placed(item.items) }]
      return item.key === printedAfter ? [item, row] : [item]
    })
  const { pages } = outlineWithout(outline, (each) => each === key)
  return { pages: pages.map((page) => ({ ...page, items: placed(page.items) })) }
}

function itemsOf(node: Node, application: Application): readonly OutlineItem[] {
  const follows = node.follows ? ({ follows: true } as const) : {}
  if (node.kind === 'question')
    return [{ ...rowOf(node.question, application), ...optional(node, application), ...follows }]
  const nodes = node.as === 'address' || node.as === 'school' ? node.nodes.toSorted(inPostalOrder) : node.nodes
  const items = nodes.flatMap((each) => itemsOf(each, application))
  const sheet = node.sheet === undefined ? {} : { sheet: node.sheet }
  return items.length === 0 ? [] : [{ kind: 'group', as: node.as, title: node.label, items, ...follows, ...sheet }]
}

type Node = ShownPage['nodes'][number]

/** An address is asked from its country down, and read as it is written on an envelope. */
const POSTAL_ORDER: readonly Role[] = [
  'name',
  'ceeb',
  'list_id',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'region',
  'zip',
  'country',
]
const inPostalOrder = (one: Node, other: Node) => postalPlace(one) - postalPlace(other)

const postalPlace = (node: Node) =>
  node.kind === 'question' && node.question.role ? POSTAL_ORDER.indexOf(node.question.role) : POSTAL_ORDER.length

const optional = (shown: ShownQuestion, { answer }: Application) =>
  isGiven(answer[shown.question.key]) || isRequired(shown, answer) ? {} : ({ optional: true } as const)

function rowOf(question: Question, { answer, document_answer }: Application): OutlineRow {
  const value = answerTo(answer, question.key)
  const answered = isGiven(value)
  const row = { kind: 'row', key: question.key, label: labelShown(question, answer), answered } as const
  switch (question.kind) {
    case 'tick':
      return { ...row, as: 'tick', text: value === 'true' ? '[X]' : '[ ]' }
    case 'upload': {
      const file = document_answer[question.key]
      const text = answered ? attachedFor(question.label) : say(NOT_ANSWERED)
      return { ...row, as: 'document', text, ...(answered && file ? { file } : {}) }
    }
    case 'paragraph':
      return { ...row, as: 'paragraph', text: answered ? value : say(NOT_ANSWERED) }
    default:
      return { ...row, as: 'text', text: answered ? readable(question, value) : say(NOT_ANSWERED) }
  }
}

/** A given answer as a person reads it, except a tick, a document and an essay. */
function readable(question: Question, value: string): string {
  if (question.care === 'secret') return withoutSecret(value)
  if (question.kind === 'choice') return labelOf(question, value)
  return question.kind === 'date' ? dayInWords(value, { dateStyle: 'long' }) : value
}

/** A day such as "April 19, 2007"; what is none stays as it is. */
const dayInWords = (value: string, style: Intl.DateTimeFormatOptions) =>
  parsedDay(value)
    ? new Intl.DateTimeFormat(locale(), { ...style, timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`))
    : value

/** What one line says about an entry. */
type EntrySummary = {
  /** The school, or else the texts by which people know the entry; '' without one. */
  readonly name: string
  /** Choices, place and dates that are answered, in reading order. */
  readonly facts: readonly string[]
  readonly documents: readonly { readonly label: string; readonly attached: boolean }[]
  /** The name is known, and so are the place of the school and when each period began. Documents may come later. */
  readonly tellsEnough: boolean
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
    tellsEnough: name !== '' && isPlaced && isDated,
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
      return isByChoices && item.as !== 'radio' ? [readableEntry(item, application)] : []
    default:
      return []
  }
}

function textsBeforeBlocks(items: readonly Item[], application: Application): string {
  const first = items.findIndex((item) => !('key' in item))
  const own = first === -1 ? items : items.slice(0, first)
  return own
    .flatMap((item) => (item.kind === 'text' ? [readableEntry(item, application)] : []))
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
  return part ? readableEntry(part, application) : ''
}

/** For example "Sep 2022", or the year alone while the month is missing. */
function monthOf(block: MonthYear, application: Application): string {
  const [month, year] = partsOf(block).filter((item): item is ChoiceQuestion => item.kind === 'choice')
  const number = Number(month && answerTo(application.answer, month.key))
  const inYear = year ? readableEntry(year, application) : ''
  if (!(number >= 1 && number <= 12)) return inYear
  const name = new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2000, number - 1))
  return inYear === '' ? name : say('{month} {year}', { month: name, year: inYear })
}

/** `end` is undefined for a single month. */
function periodOf(start: string, end: string | undefined): string {
  if (end === undefined || start === end) return start
  if (start === '') return end === '' ? '' : say('until {month}', { month: end })
  return end === '' ? say('since {month}', { month: start }) : `${start} – ${end}`
}

function readableEntry(question: Question, { answer }: Application): string {
  const value = answerTo(answer, question.key)
  if (!isGiven(value)) return ''
  return question.kind === 'choice' ? labelOf(question, value) : value.trim()
}

/** What one line says about a section: its first telling answers, and how many answers it has. */
type SectionSummary = { readonly answers: readonly string[]; readonly count: number }

const MOST = 4

/**
 * Sums up a section by the answers that speak for themselves: names, places, days and choices from a list. A Yes says
 * nothing without its question, and a sensitive answer is nobody else's business who sees the screen.
 */
export function sectionSummary(form: Form, { keys }: Section, application: Application): SectionSummary {
  const own = new Set<string>(keys)
  const months = monthsIn(form)
  const answered = questionsShown(form, application)
    .map(({ question }) => question)
    .filter(({ key }) => own.has(key) && isGiven(application.answer[key]))
  const telling = answered.filter(
    (question) => question.care === 'none' && !months.has(question.key) && tellsEnough(question),
  )
  return {
    answers: telling.slice(0, MOST).map((question) => readableSection(question, application)),
    count: answered.length,
  }
}

/** The parts of a month and year, which say nothing one by one. */
const monthsIn = (form: Form): ReadonlySet<string> =>
  new Set(everyItem(form).flatMap((item) => (item.kind === 'monthYear' ? item.keys : [])))

function tellsEnough(question: Question): boolean {
  if (question.kind === 'choice') return question.as !== 'radio'
  return ['text', 'email', 'phone', 'date'].includes(question.kind)
}

function readableSection(question: Question, { answer }: Application): string {
  const value = answerTo(answer, question.key).trim()
  if (question.kind === 'choice') return labelOf(question, value)
  return question.kind === 'date' ? dayInWords(value, {}) : value
}

/**
 * One answer as it is read away from its page, where a tick is a word, whatever the other answers show. A question that
 * has several lists, such as the states of several countries, reads it from the list that has it.
 */
export function answerInWords(form: Form, key: string, value: string): string {
  const questions = everyItem(form).filter((item): item is Question => 'key' in item && item.key === key)
  const [question] = questions
  if (question?.kind === 'tick') return value === 'true' ? say('Checked') : say('Not checked')
  if (!isGiven(value)) return say(NOT_ANSWERED)
  if (question?.kind === 'upload') return say('Document attached')
  return questions.map((each) => readable(each, value)).find((words) => words !== value) ?? value
}
