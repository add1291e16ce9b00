import type { ConditionFor, Scope } from './conditions.ts'
import { oncePer } from './once-per.ts'
import { say } from './words.ts'

export type { Scope } from './conditions.ts'

/** A list of [value, label] pairs (requirement 3.answers.5). */
export type Options = readonly (readonly [value: string, label: string])[]

/** The first and the last day (YYYY-MM-DD) on which an option may be chosen; without one there is no such limit. */
export type OptionDates = { readonly opens?: string | undefined; readonly closes?: string | undefined }

/** Years counted from `start` (null: the current year) into the past or the future, including both ends. */
type YearList = { readonly start: number | null; readonly count: number; readonly direction: 'past' | 'future' }

/** A list that the institution keeps in institution.json, such as terms or majors, by the path of its setting. */
export type ListSetting = { readonly setting: string }

/**
 * What a question is for in an address or a school, so that no code has to read it from the ending of a key. The
 * records of the lookups use the same names.
 */
export type Role =
  | 'name'
  | 'ceeb'
  | 'list_id'
  | 'address_line_1'
  | 'address_line_2'
  | 'city'
  | 'state'
  | 'region'
  | 'zip'
  | 'country'

/** How carefully an answer is handled: which of them leave, and by which right, is in api/ways-out.ts. All but 'none' are encrypted at rest. */
export type Care = 'none' | 'sensitive' | 'demographics' | 'conduct' | 'secret'

type QuestionBase<Key extends string, S extends Scope> = {
  readonly key: Key
  readonly scope: S
  readonly label: string
  /** A sentence under the label for applicants who need more than the label. */
  readonly help?: string
  /** Whatever else the applicant may want or must be able to read before answering, behind its title. */
  readonly notice?: { readonly title: string; readonly text: string }
  readonly required: boolean | ConditionFor<S>
  /** Shown when a required answer is missing; defaults to the label (Q9). */
  readonly message?: string
  /** Shown when an answer is malformed; defaults to `message`, then to the label. */
  readonly invalid?: string
  readonly rules: readonly Rule<S>[]
  readonly care: Care
  /** The browser's autofill token. */
  readonly autocomplete?: string
  /** Of one that an office asks of its own: the version that asked it first. */
  readonly since?: string
  /** Of one that an office asks of its own: staff can filter their list by its answers. */
  readonly facet?: true
  /** The usual length of an answer in characters, which sets the width of the box. */
  readonly fits?: number
  /** In an address or a school only. */
  readonly role?: Role
  /** The key of the question after which it is printed and exported, where that is not where it is asked. */
  readonly printedAfter?: string
  /** For an upload: the key of a text that can be attached in place of a file, as a document made of it. */
  readonly fromText?: string
  /** For a checkbox: while it is checked, these two answers are the same text. */
  readonly mirrors?: readonly [one: string, other: string]
  /**
   * Labels that the screen shows instead while a condition holds, such as "Province" for an address in Canada, and the
   * messages that then say what is missing.
   */
  readonly labels?: readonly { readonly when: ConditionFor<S>; readonly label: string; readonly message?: string }[]
}

export type TextQuestion<Key extends string = string, S extends Scope = Scope> = QuestionBase<Key, S> & {
  readonly kind: 'text'
  readonly maxLength: number
  readonly inputMode?: 'numeric' | 'decimal'
}

export type ParagraphQuestion<Key extends string = string, S extends Scope = Scope> = QuestionBase<Key, S> & {
  readonly kind: 'paragraph'
  /** Characters, or the name of an institution setting that contains the number. */
  readonly limit: number | string
}

export type ChoiceQuestion<
  Key extends string = string,
  S extends Scope = Scope,
  Value extends string = string,
> = QuestionBase<Key, S> & {
  readonly kind: 'choice'
  readonly as: 'radio' | 'select' | 'searchable'
  readonly options: Options | YearList | ListSetting
  /** The name of its list, if that is not its key: one that several questions share or that another system has codes for. */
  readonly list?: string
  /** What the office no longer offers, with what it is called where somebody has chosen it. */
  readonly retired?: Options
  /** The list of other names by which the options of a searchable choice are found (form/options/names-of-countries.ts). */
  readonly otherNames?: string
  /** In an address or a school: shown until the block is answered, and stored with its first answer (Q80). */
  readonly preset?: string
  /** Of a country: options that are stored as another country with a state, such as territories (Q96). */
  readonly storedAs?: Readonly<Record<string, readonly [country: string, state: string]>>
  /** The dates of its options, or the name of the institution setting that contains them. For a select. */
  readonly dates?: string | Readonly<Record<string, OptionDates>>
  readonly values: readonly Value[]
}

export type TickQuestion<Key extends string = string, S extends Scope = Scope> = QuestionBase<Key, S> & {
  readonly kind: 'tick'
}

type SimpleQuestion<Kind extends string, Key extends string, S extends Scope> = QuestionBase<Key, S> & {
  readonly kind: Kind
}
export type EmailQuestion<Key extends string = string, S extends Scope = Scope> = SimpleQuestion<'email', Key, S>
export type PhoneQuestion<Key extends string = string, S extends Scope = Scope> = SimpleQuestion<'phone', Key, S>
export type DateQuestion<Key extends string = string, S extends Scope = Scope> = SimpleQuestion<'date', Key, S>
export type SsnQuestion<Key extends string = string, S extends Scope = Scope> = SimpleQuestion<'ssn', Key, S>
export type UploadQuestion<Key extends string = string, S extends Scope = Scope> = SimpleQuestion<'upload', Key, S>

/** A key that another control fills (the code of a chosen school). Never asked; printed and exported if `printed`. */
export type CodeQuestion<Key extends string = string, S extends Scope = Scope> = SimpleQuestion<'code', Key, S> & {
  /** False for what only the screen needs, such as the source of an answer. */
  readonly printed: boolean
}

/** Appears only on account cards, never in an application. */
export type PasswordQuestion<Key extends string = string, S extends Scope = Scope> = SimpleQuestion<'password', Key, S>

export type Question<Key extends string = string, S extends Scope = Scope> =
  | TextQuestion<Key, S>
  | ParagraphQuestion<Key, S>
  | EmailQuestion<Key, S>
  | PhoneQuestion<Key, S>
  | DateQuestion<Key, S>
  | ChoiceQuestion<Key, S>
  | TickQuestion<Key, S>
  | SsnQuestion<Key, S>
  | UploadQuestion<Key, S>
  | CodeQuestion<Key, S>
  | PasswordQuestion<Key, S>
export type QuestionKind = Question['kind']

/** The options of any question besides its key and label. */
export type QuestionProps<S extends Scope> = Partial<Omit<QuestionBase<string, S>, 'key' | 'scope' | 'label'>>

const DEFAULT_MAX_LENGTH = 45 // 9.text.1
const DEFAULT_LIMIT = 1500 // 9.text-area.1

function questionBase<const Key extends string, S extends Scope>(
  scope: S,
  key: Key,
  label: string,
  wording: QuestionProps<S>,
) {
  return { required: false, rules: [], care: 'none', ...wording, key, scope, label } as const
}

const simpleQuestion =
  <Kind extends string, S extends Scope>(kind: Kind, scope: S, care: Care = 'none') =>
  <const Key extends string>(key: Key, label: string, wording: QuestionProps<S> = {}): SimpleQuestion<Kind, Key, S> =>
    frozen({ kind, ...questionBase(scope, key, label, { care, ...wording }) })

type Value<O extends Options | YearList | ListSetting> = O extends Options ? O[number][0] : string

function buildersIn<S extends Scope>(scope: S) {
  return {
    text: <const Key extends string>(
      key: Key,
      label: string,
      {
        maxLength = DEFAULT_MAX_LENGTH,
        inputMode,
        ...wording
      }: QuestionProps<S> & Partial<Pick<TextQuestion, 'maxLength' | 'inputMode'>> = {},
    ): TextQuestion<Key, S> =>
      frozen({
        kind: 'text',
        ...questionBase(scope, key, label, wording),
        maxLength,
        ...(inputMode ? { inputMode } : {}),
      }),
    paragraph: <const Key extends string>(
      key: Key,
      label: string,
      { limit = DEFAULT_LIMIT, ...wording }: QuestionProps<S> & { limit?: number | string } = {},
    ): ParagraphQuestion<Key, S> => frozen({ kind: 'paragraph', ...questionBase(scope, key, label, wording), limit }),
    choice: <const Key extends string, const O extends Options | YearList | ListSetting>(
      key: Key,
      label: string,
      options: O,
      {
        as = 'select',
        list,
        otherNames,
        preset,
        storedAs,
        dates,
        ...wording
      }: QuestionProps<S> &
        Partial<Pick<ChoiceQuestion, 'as' | 'list' | 'otherNames' | 'preset' | 'storedAs' | 'dates'>> = {},
    ): ChoiceQuestion<Key, S, Value<O>> =>
      frozen({
        kind: 'choice',
        ...questionBase(scope, key, label, wording),
        as,
        options,
        ...(list ? { list } : {}),
        ...(otherNames ? { otherNames } : {}),
        ...(preset ? { preset } : {}),
        ...(storedAs ? { storedAs } : {}),
        ...(dates ? { dates } : {}),
        values: valuesOf(options),
      }),
    email: simpleQuestion('email', scope),
    phone: simpleQuestion('phone', scope),
    date: simpleQuestion('date', scope),
    tick: simpleQuestion('tick', scope),
    ssn: simpleQuestion('ssn', scope, 'secret'),
    upload: simpleQuestion('upload', scope),
    code: <const Key extends string>(
      key: Key,
      label: string,
      { printed = true, ...props }: Pick<QuestionProps<S>, 'role'> & { readonly printed?: boolean } = {},
    ): CodeQuestion<Key, S> => frozen({ kind: 'code', ...questionBase(scope, key, label, props), printed }),
    password: simpleQuestion('password', scope, 'secret'),
  }
}

/** The values that a list written in the form offers; none for other lists, which are known later. */
export function valuesOf<const O extends Options | YearList | ListSetting>(options: O): readonly Value<O>[] {
  // Only a written list has values that its type names; for other lists the type is string.
  return (isList(options) ? options.map(([value]) => value) : []) as readonly unknown[] as readonly Value<O>[]
}

/** Whether the options are a list written in the form. */
export const isList = (options: ChoiceQuestion['options']): options is Options => Array.isArray(options)

/** The name of the list from which a choice is made, by which exports, code maps and the office know it. */
export const listOf = ({ key, list = key }: ChoiceQuestion): string => list

const known = new WeakSet<object>()

/** Builders for questions of the form itself. */
export const { text, paragraph, choice, email, phone, date, tick, ssn, upload, password } = buildersIn('form')

/** Builders for questions written once for a repeated or prefixed block. */
export const entry = buildersIn('entry')

/**
 * What a given answer must satisfy, as data. Rules apply only to given answers; `required` deals with missing ones.
 * `message` is shown when the rule fails; it defaults to the `invalid` wording of the question.
 */
export type Rule<S extends Scope = Scope> = { readonly message?: string; readonly when?: ConditionFor<S> } & (
  | { readonly rule: 'minLength'; readonly length: number }
  /** The source of a regular expression, read with the `u` flag. */
  | { readonly rule: 'pattern'; readonly pattern: string }
  | {
      readonly rule: 'number'
      readonly min?: number
      readonly max?: number
      readonly step?: number
      readonly decimals?: boolean
    }
  | { readonly rule: 'oneOf'; readonly values: readonly string[] }
  /** Another answer must satisfy this condition. */
  | { readonly rule: 'holds'; readonly condition: ConditionFor<S> }
  /** The same as another answer, or, with `not`, another one. */
  | { readonly rule: 'sameAs'; readonly valueKey: string; readonly not?: true }
  | { readonly rule: 'words'; readonly most: number }
  /** A date from which something lasted: no other one began before, or one did and lasted until a month before it. */
  | { readonly rule: 'noGap'; readonly others: readonly { readonly from: string; readonly to: string }[] }
  /** A date whose age in whole years is in [min, max]. `message` is for lower ages, `unsupported` for all others. */
  | { readonly rule: 'age'; readonly min: number; readonly max: number; readonly unsupported: string }
)

/** Freezes plain data at every depth, so that a definition cannot change after it is written. */
export function frozen<const T>(value: T): T {
  if (typeof value === 'object' && value !== null && !known.has(value)) {
    // An object that other code froze may not be frozen inside.
    known.add(Object.freeze(value))
    for (const each of Object.values(value)) frozen(each)
  }
  return value
}

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

/** The label of a chosen value, also of one that is no longer offered, or the value itself when the list never had it. */
export const labelOf = ({ options, retired }: ChoiceQuestion, value: string): string =>
  (isList(options) ? labelsOf(options).get(value) : undefined) ?? (retired && labelsOf(retired).get(value)) ?? value

/** The labels of a list by their values: lists of countries are long, and every profile has the labels of all answers. */
const labelsOf = oncePer((options: Options): ReadonlyMap<string, string> => new Map(options.toReversed())) // of two labels of one value, the first

type Season = 'early' | 'open' | 'closed'

/** Where an option stands on a day at the institution, which may be its first or its last. */
export const seasonOf = ({ opens = '', closes = '~' }: OptionDates = {}, today: string): Season =>
  today < opens ? 'early' : today > closes ? 'closed' : 'open'

/**
 * The options of a list as they are offered on a day: without what has closed or is no longer offered, unless it is the
 * answer, which stays to be read.
 */
export function offeredOptions(
  options: Options,
  { dates, retired = [] }: ChoiceQuestion,
  today: string,
  answer: string,
): Options {
  const gone = retired.flatMap(([value, option]) =>
    value === answer ? [[value, say('{option} (no longer offered)', { option })] as const] : [],
  )
  if (typeof dates !== 'object') return [...options, ...gone]
  return options.flatMap(([value, label]) => {
    const season = seasonOf(dates[value], today)
    return season === 'closed' && value !== answer ? [] : [[value, markedBy(season, label)] as const]
  })
}

function markedBy(season: Season, option: string): string {
  if (season === 'open') return option
  return season === 'early' ? say('{option} (not open yet)', { option }) : say('{option} (closed)', { option })
}
