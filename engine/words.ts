/** The texts of one language, by their English ones. English needs none. */
export type Words = {
  /** As in `lang`, such as 'es'. */
  readonly language: string
  /** Only where it is read from right to left. */
  readonly direction?: 'rtl'
  /** For what is counted, a text for each plural category of the language, by the English text for many. */
  readonly texts: Readonly<Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>
}

/** What stands for each `{name}` in a sentence. */
export type Values = Readonly<Record<string, string | number>>

export const english: Words = { language: 'en', texts: {} }

let wordsNow = (): Words => english

/** The words of who reads. */
export const wordsInUse = (): Words => wordsNow()

/** Says where words come from: on a page the one language of its reader, on a server that of each request or mail. */
export const takeWordsFrom = (source: () => Words): void => {
  wordsNow = source
}

/** What `make` says in these words, whoever reads meanwhile. */
export function sayIn<Said>(words: Words, make: () => Said): Said {
  const source = wordsNow
  wordsNow = () => words
  try {
    return make()
  } finally {
    wordsNow = source
  }
}

/** The same in English: what is stored, signed or handed over. */
export const inEnglish = <Said>(make: () => Said): Said => sayIn(english, make)

/** The language of who reads. */
export const language = (): string => wordsNow().language

/** The same for `Intl`, which writes dates and numbers as the United States do. */
export const locale = (): string => (language().includes('-') ? language() : `${language()}-US`)

/**
 * A sentence in the language of who reads. It is written in English where it is used, and found by searching for it. It is
 * whole, because the order of words differs between languages. `{name}` stands for a value.
 */
export function say(sentence: string, values?: Values): string {
  const text = textOf(sentence)
  return filledWith(typeof text === 'string' ? text : sentence, values)
}

/** A sentence with a `{count}`: in English one for 1 and one for any other; other languages have more or fewer. */
export function sayCount(count: number, one: string, other: string, values?: Values): string {
  const texts = textOf(other)
  const own = typeof texts === 'object' && (texts[new Intl.PluralRules(locale()).select(count)] ?? texts.other)
  return filledWith(own || (count === 1 ? one : other), { count: count.toLocaleString(locale()), ...values })
}

/** Marks an English sentence that `say` is given elsewhere, because here no reader is known yet. */
export const toSay = <Sentence extends string>(sentence: Sentence): Sentence => sentence

const textOf = (sentence: string) => {
  const { texts } = wordsNow()
  return Object.hasOwn(texts, sentence) ? texts[sentence] : undefined
}

const filledWith = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? apart(`${values[name]}`) : place))

/** From right to left a value keeps its own order, such as that of a phone number, by Unicode's marks around it. */
const apart = (value: string) => (wordsNow().direction && !value.includes('\u2068') ? `\u2068${value}\u2069` : value)

/** Says every text in a value, such as the settings of an institution, which come with words of their own. */
export function sayAll<Value>(value: Value): Value {
  if (wordsNow() === english) return value
  return said(value) as Value // of the same shape: only texts change
}

/** What an institution asks of its own is said with the form that it makes: most of it are names and codes. */
const STRUCTURE = 'structure'

function said(value: unknown): unknown {
  if (typeof value === 'string') return say(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value)
    ? value.map(said)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, name === STRUCTURE ? each : said(each)]))
}

/** The name of a language in that language, such as Español. */
export function ownNameOf(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
