import type { Form, Item } from './blocks.ts'
import { frozen, type ListSetting } from './questions.ts'
import { english, language, locale, say } from './words.ts'

/** The settings of one institution: names, addresses, links and limits, nested to any depth. */
export type InstitutionSettings = { readonly [name: string]: unknown }

/**
 * Fills every `{placeholder}` and every named limit of the form from institution.json. A placeholder is the path of a
 * setting, such as `{partner_name}` or `{links.international}`. Questions and sections take the words that the setting
 * `wording` has for them, and any other sentence becomes what the setting `sentences` has for it. All are said in the
 * language of who reads. Throws an error that names a setting that is unknown or has the wrong type.
 */
export function withInstitution<F extends Form>(form: F, institution: InstitutionSettings): F {
  // A deep copy of plain data keeps its shape; only strings and named limits change.
  return frozen(fill(form, institution, new Map()) as F)
}

/** Codes, and regular expressions, which may contain braces of their own. */
const NEVER_FILLED: ReadonlySet<string> = new Set(['key', 'keys', 'values', 'pattern'])

/** What an applicant reads, besides the options of lists. */
const WORDS: ReadonlySet<string> = new Set([
  'label',
  'title',
  'question',
  'no',
  'yes',
  'text',
  'add',
  'help',
  'note',
  'message',
  'invalid',
  'unsupported',
])

/** The objects filled so far: all addresses share one list of countries and still share it after filling. */
type FilledObjects = Map<object, unknown>

function fill(value: unknown, institution: InstitutionSettings, done: FilledObjects): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, institution)
  if (typeof value !== 'object' || value === null) return value
  const known = done.get(value) ?? fillObject(value, institution, done)
  done.set(value, known)
  return known
}

function fillObject(value: object, institution: InstitutionSettings, done: FilledObjects): unknown {
  if (Array.isArray(value)) return value.map((each) => fill(each, institution, done))
  const worded = withOwnList({ ...value, ...wordsFor(value, institution) }, institution)
  if ('options' in worded && isListSetting(worded.options))
    return fillList(worded, worded.options.setting, institution, done)
  return Object.fromEntries(
    Object.entries(worded).map(([name, each]) => {
      if (name === 'limit' && typeof each === 'string') return [name, limitOf(each, institution)]
      if ((name === 'options' || name === 'retired') && Array.isArray(each))
        return [name, fillOptions(each, institution, done)]
      // None unless the institution sets them.
      if (name === 'dates' && typeof each === 'string') return [name, valueAt(each, institution)]
      if (WORDS.has(name) && typeof each === 'string') return [name, ownSentence(each, institution)]
      return [name, NEVER_FILLED.has(name) ? each : fill(each, institution, done)]
    }),
  )
}

/** What an office says otherwise of a list of the form, by the codes of its options, which stay as they are. */
type OwnList = {
  readonly labels?: Readonly<Record<string, string>>
  readonly order?: readonly string[]
  /** What is no longer offered, with what it was called last. */
  readonly retired?: Readonly<Record<string, string>>
}

/** Behind whatever an order names. */
const LAST = 1e4

/** A choice with what the office says of its list. What a release adds to an ordered list comes at its end. */
function withOwnList<Q extends { readonly key?: string; readonly list?: string; readonly options?: unknown }>(
  question: Q,
  institution: InstitutionSettings,
): Q {
  const { options, list = question.key ?? '' } = question
  const own: unknown = isSettings(institution.lists) && institution.lists[list]
  if (!isSettings(own) || !Array.isArray(options)) return question
  const { labels = {}, order = [], retired = {} }: OwnList = own
  const place = (code: string) => (code && order.length > 0 ? order.indexOf(code) + 1 || LAST : 0)
  const named = options
    .map(([code, label]) => [code, labels[code] ?? label] as const)
    .toSorted(([one], [other]) => place(one) - place(other))
  const offered = named.filter(([code]) => retired[code] === undefined)
  return {
    ...question,
    options: offered,
    values: offered.map(([code]) => code),
    retired: named.flatMap(([code]) => (retired[code] === undefined ? [] : [[code, retired[code]]])),
  }
}

/** The institution's own words for a question, by its key, or for a section, by its ID. */
const wordsFor = (
  { key, id = '' }: { readonly key?: string; readonly id?: string },
  institution: InstitutionSettings,
) => isSettings(institution.wording) && (institution.wording[key ?? id] as object | undefined)

/**
 * The institution's own sentence in place of one of the form, which it names as the page shows it, or as the form has
 * it: `{partner_name}` for a name that may change, `{number}` for that of an entry.
 */
function ownSentence(sentence: string, institution: InstitutionSettings): string {
  const { sentences } = institution
  const names = [filled(sentence, institution), sentence, foldedSentence(sentence)]
  const own = isSettings(sentences) && names.map((each) => sentences[each]).find((each) => typeof each === 'string')
  const said = typeof own === 'string' ? own.replaceAll('{number}', numberIn(sentence) ?? '') : sentence
  return fillPlaceholders(sayFolded(said), institution)
}

/** The first number of a sentence, by which those of entries differ. */
const numberIn = (sentence: string) => /\d+/.exec(sentence)?.[0]

/** The sentences of numbered entries are one: `College {number}: State`. */
export function foldedSentence(sentence: string): string {
  const number = numberIn(sentence)
  return number === undefined ? sentence : sentence.replaceAll(new RegExp(`\\b${number}\\b`, 'g'), '{number}')
}

function sayFolded(sentence: string): string {
  const said = say(sentence)
  return said === sentence ? say(foldedSentence(sentence), { number: numberIn(sentence) ?? '' }) : said
}

/** The options of a list: their codes stay. */
function fillOptions(options: readonly unknown[], institution: InstitutionSettings, done: FilledObjects): unknown {
  const known = done.get(options) ?? inAlphabet(options, (option) => optionIn(option, institution))
  done.set(options, known)
  return known
}

/** A list that ends in alphabetical order in English does so in every language. */
function inAlphabet(options: readonly unknown[], optionOf: (option: unknown) => unknown): readonly unknown[] {
  const said = options.map(optionOf)
  if (language() === english.language) return said
  const isAfter = (place: number) => labelIn(options[place - 1]).localeCompare(labelIn(options[place]), 'en') < 0
  let start = options.length
  while (start > 1 && isAfter(start - 1)) start -= 1
  const { compare } = new Intl.Collator(locale())
  const sorted = said.slice(start - 1).toSorted((one, other) => compare(labelIn(one), labelIn(other)))
  return sorted.length < SHORT ? said : [...said.slice(0, start - 1), ...sorted]
}

/** A list with fewer options is in another order, which is alphabetical by chance. */
const SHORT = 10

const labelIn = (option: unknown) => (Array.isArray(option) ? String(option[1]) : '')

const optionIn = (option: unknown, institution: InstitutionSettings) =>
  Array.isArray(option) ? [option[0], fillPlaceholders(say(String(option[1])), institution)] : option

/** Every sentence that `sentences` can replace, as it stands in this form or item. */
export const sentencesOf = (part: Form | Item): ReadonlySet<string> =>
  new Set(sentencesIn('pages' in part ? part.pages : part))

const sentencesIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) =>
        WORDS.has(name) && typeof each === 'string' ? [each] : sentencesIn(each),
      )

/** Fills the placeholders of a sentence; words of the institution are said in the language of who reads. */
export const fillPlaceholders = (sentence: string, institution: InstitutionSettings): string =>
  filled(sentence, institution, say)

const filled = (sentence: string, institution: InstitutionSettings, worded = (words: string) => words) =>
  sentence.replace(/\{([\w.]+)\}/g, (_, path: string) => worded(String(setting(path, institution))))

const isListSetting = (value: unknown): value is ListSetting =>
  typeof value === 'object' && value !== null && 'setting' in value

/** A choice with the list from institution.json. */
function fillList(question: object, path: string, institution: InstitutionSettings, done: FilledObjects): unknown {
  const list = valueAt(path, institution)
  if (!Array.isArray(list))
    throw new Error(`The form names the list {${path}}, which institution.json does not contain.`)
  return fill({ ...question, options: list, values: list.map(([value]) => value) }, institution, done)
}

function valueAt(path: string, institution: InstitutionSettings): unknown {
  let at: unknown = institution
  for (const name of path.split('.')) at = isSettings(at) ? at[name] : undefined
  return at
}

function setting(path: string, institution: InstitutionSettings): string | number {
  const value = valueAt(path, institution)
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`The form names the setting {${path}}, which is not text or a number in institution.json.`)
}

function limitOf(path: string, institution: InstitutionSettings): number {
  const value = valueAt(path, institution)
  if (typeof value === 'number') return value
  throw new Error(`The form names the limit {${path}}, which is not a number in institution.json.`)
}

const isSettings = (value: unknown): value is InstitutionSettings => typeof value === 'object' && value !== null
