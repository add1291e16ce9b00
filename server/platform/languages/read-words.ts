import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import { everyItem, type Words } from '../../../engine/index.ts'
import { admissions, otherNames } from '../../../form/index.ts'
import { startupError } from '../settings/index.ts'

/** Where each language has a folder with its PO files. */
export const LANGUAGES = join(import.meta.dirname, '../../../languages')

/** A sentence as PO files have it; `plural` where it is counted. */
export type Entry = {
  readonly text: string
  readonly plural?: string | undefined
  /** One for each plural form of the language; empty where it is not translated. */
  readonly translations: readonly string[]
  /** Where it stands, in a template. */
  readonly place?: string | undefined
  /** What the translator wrote about it. */
  readonly remark?: string | undefined
  /** That a PO editor has guessed it, and nobody has confirmed that. It is not shown. */
  readonly isGuessed?: boolean | undefined
}

/** The places of values and the tags of a sentence, in alphabetical order. */
export const placesIn = (text: string): readonly string[] => (text.match(/\{[\w.]+\}|<\/?\w+>/g) ?? []).toSorted()

/** The languages that have a folder. */
export const languagesThere = (folder = LANGUAGES): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))
    : []

/** Every entry of a PO file. Throws a startup error that names the file if it is none. */
export function readPo(file: string): readonly Entry[] {
  return Object.values(parsed(file).translations).flatMap((ofContext) =>
    Object.values(ofContext).flatMap(({ msgid, msgid_plural, msgstr, comments }) => {
      const isGuessed = comments?.flag?.includes('fuzzy')
      const { translator: remark, extracted: place } = comments ?? {}
      const entry = { text: msgid, plural: msgid_plural, translations: msgstr, remark, place, isGuessed }
      return msgid === '' ? [] : [entry]
    }),
  )
}

/** The sentences of pages, mails and PDF that an office may word itself (script/own-sentences.ts). */
export const ownSentences = (): readonly Entry[] => readPo(join(LANGUAGES, 'applicants.pot'))

function parsed(file: string) {
  try {
    return po.parse(readFileSync(file), { defaultCharset: 'utf-8' })
  } catch (cause) {
    throw startupError(`${file} can’t be read as a PO file. ${cause instanceof Error ? cause.message : ''}`, cause)
  }
}

/** The names of countries are those of Unicode CLDR, which nobody translates. */
function namesOfCountries(language: string): Words['texts'] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const options = everyItem(admissions).flatMap((item) =>
    'otherNames' in item && item.otherNames === 'countries' && Array.isArray(item.options) ? item.options : [],
  )
  return Object.fromEntries(
    options.flatMap(([code, name]) => {
      const [twoLetters] = otherNames.countries?.[code] ?? []
      return twoLetters === undefined ? [] : [[name, names.of(twoLetters) ?? name]]
    }),
  )
}

function entriesOf(language: string, folder: string): readonly Entry[] {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.po'))
  return files.toSorted().flatMap((name) => readPo(join(folder, language, name)))
}

const isDone = ({ translations, isGuessed }: Entry) =>
  !isGuessed && translations.length > 0 && translations.every((each) => each !== '')

/** The sentences that stay English in a language. */
export const untranslatedIn = (language: string, folder = LANGUAGES): readonly string[] =>
  entriesOf(language, folder).flatMap((entry) => (isDone(entry) ? [] : [entry.text, entry.plural ?? []].flat()))

/** The same as texts, of which each is its own English as `mark` writes it. */
export function englishIn(language: string, folder: string, mark: (text: string) => string): Words['texts'] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const left = entriesOf(language, folder).filter((entry) => !isDone(entry))
  return Object.fromEntries(
    left.map(({ text, plural }) =>
      plural === undefined
        ? [text, mark(text)]
        : [plural, Object.fromEntries(pluralCategories.map((each) => [each, mark(each === 'one' ? text : plural)]))],
    ),
  )
}

/** The scripts in use that are written from right to left (Unicode CLDR, Script Metadata). */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']

const isRightToLeft = (language: string) => RIGHT_TO_LEFT.includes(new Intl.Locale(language).maximize().script ?? '')

/** The words of a language, from the PO files of its folder. What is not translated stays English. */
export function readWords(language: string, folder = LANGUAGES): Words {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const done = entriesOf(language, folder).filter(isDone)
  return {
    language,
    ...(isRightToLeft(language) && { direction: 'rtl' }),
    texts: {
      ...namesOfCountries(language),
      ...Object.fromEntries(
        done.map(({ text, plural, translations }) => [
          plural ?? text,
          plural === undefined ? (translations[0] ?? text) : byCategory(translations, pluralCategories),
        ]),
      ),
    },
  }
}

/** The last form is that of any other number. A language may have fewer in PO than `Intl` knows, as Spanish has. */
const byCategory = (translations: readonly string[], categories: readonly Intl.LDMLPluralRule[]) =>
  Object.fromEntries([
    ...translations.slice(0, -1).map((each, index) => [categories[index] ?? 'other', each]),
    ['other', translations.at(-1) ?? ''],
  ])
