import {
  type ChangedValue,
  type Editable,
  type EditionContent,
  type Finding,
  isUntranslated,
  type LanguageTexts,
  namesIn,
  placeOf,
  translationOf,
  valuesIn,
  withContent,
} from '../../../api/index.ts'
import {
  english,
  everyItem,
  type Form,
  foldedSentence,
  isSigned,
  oncePer,
  sentencesOf,
  type Words,
} from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { ourTexts, placesIn } from '../../platform/languages/index.ts'
import type { Edition } from '../../running/institution/index.ts'
import { editablesOf } from './editables.ts'
import { linkRows, recipientRows } from './own-entries.ts'
import { programRows } from './program-rows.ts'

/** What the office says in its own words in every language. Names, addresses and links read the same in each. */
const TRANSLATED = [
  'application_title',
  'document_title',
  'office',
  'deadline',
  'decision_time',
  'alert',
  'office_hours',
  'retention_notice',
] as const
const WORDS_OF_LISTS = ['entry_terms', 'majors', 'test_versions'] as const
const SENTENCES = ['sentences', 'wording', 'program_sentences', 'structure'] as const
const translated: ReadonlySet<string> = new Set([...TRANSLATED, ...WORDS_OF_LISTS, ...SENTENCES])

/** Everything that can be edited, each text with what names its translations, which stand beside it, and whether people sign it. */
export function wordedEditables(
  edition: Pick<Edition, 'content' | 'institution'>,
  systems: readonly string[] = [],
): readonly Editable[] {
  const values = valuesIn(edition.content)
  const published = (place: string) => values[place] ?? null
  const own = [
    ...linkRows(published),
    ...recipientRows(systems, published),
    ...programRows(published, edition.institution.custom_email_copy),
  ]
  const known = new Set(own.map(({ place }) => place))
  const others = editablesOf(edition).filter(({ place }) => !known.has(place))
  const rows = [...others, ...own].map((row): Editable => {
    const [first = '', sentence = ''] = namesIn(row.place)
    if (row.kind === 'options' || !translated.has(first)) return row
    if (first !== 'sentences') return { english: '', ...row } // its own, where it has one
    return {
      ...row,
      english: row.product === null ? '' : (catalogSentences.get(sentence) ?? sentence),
      is_signed: signed.has(sentence),
    }
  })
  const beside = new Set(
    (edition.institution.languages ?? []).flatMap((tag) =>
      rows.map((row) => translationOf(row, { tag, name: '', texts: {} }, published)?.place),
    ),
  )
  return rows.filter(({ place }) => !beside.has(place))
}

/** The form's sentences as the catalogs of languages name them: one that no other differs from keeps its number. */
const catalogSentences = new Map(
  [...Map.groupBy(sentencesOf(admissions), foldedSentence)].map(([folded, alike]) => [
    folded,
    alike.length > 1 ? folded : (alike[0] ?? folded),
  ]),
)

/** Every sentence of the sections in which people sign, and every statement that is checked elsewhere; options are none. */
export function sentencesSigned(form: Form): readonly string[] {
  const items = everyItem(form)
  const options = new Set(items.flatMap((item) => (item.kind === 'tickGroup' && !item.signature ? item.keys : [])))
  return items.flatMap((item) => {
    if (item.kind === 'section' && isSigned(item)) return [...sentencesOf(item)]
    return item.kind === 'tick' && !options.has(item.key) ? [item.label] : []
  })
}

const signed = new Set(sentencesSigned(admissions).map(foldedSentence))

/** The languages that are offered beside English, with the product's words for what can be edited. */
export const languagesOfRoom = oncePer(
  ({ content, institution, ownLanguages }: Pick<Edition, 'content' | 'institution' | 'ownLanguages'>) => {
    const { languages = [] } = institution
    const named = new Set(wordedEditables({ content, institution }).map((row) => row.english))
    return languages
      .filter((tag) => tag !== english.language)
      .map(
        (tag): LanguageTexts => ({ tag, name: nameOfLanguage(tag), texts: some(ourTexts(tag, ownLanguages), named) }),
      )
  },
)

const nameOfLanguage = (tag: string) => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag

const some = (texts: Words['texts'], named: ReadonlySet<string | undefined>) =>
  Object.fromEntries(Object.entries(texts).filter(([text]) => named.has(text)))

/** The office's own translations, by their places. */
export const publishedTranslations = ({ content }: Pick<Edition, 'content'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(valuesIn(content)).flatMap(([place, value]) =>
      place.startsWith('/translations/') && typeof value === 'string' ? [[place, value]] : [],
    ),
  )

/** What applicants would read in English for want of a translation: how much of each language, and what of it they sign. */
export function untranslated(over: Edition, content: EditionContent): readonly Finding[] {
  const rows = wordedEditables({ content, institution: withContent(over.institution, content) })
  const values = valuesIn(content)
  const standing = (place: string) => values[place] ?? null
  return languagesOfRoom(over).flatMap((language): readonly Finding[] => {
    const missing = rows.filter((row) => isUntranslated(row, language, standing))
    const [first] = missing
    if (!first) return []
    const named = (some: readonly Editable[]) => listed(some.map((row) => sayingOf(row, standing)))
    const beside = missing.filter(({ is_signed }) => is_signed)
    return [
      {
        grade: 'told',
        place: first.place,
        says: `In ${language.name} ${textsIn(missing.length)} in English, for want of a translation: ${named(missing)}.`,
      },
      ...(beside[0]
        ? [
            {
              grade: 'told' as const,
              place: beside[0].place,
              says: `Whoever reads ${language.name} signs this in English until it has a translation: ${named(beside)}.`,
            },
          ]
        : []),
    ]
  })
}

const textsIn = (count: number) => (count === 1 ? 'one text stays' : `${count} texts stay`)

const sayingOf = (row: Editable, standing: (place: string) => ChangedValue | null): string => {
  const value = standing(row.place)
  return typeof value === 'object' && value !== null && 'text' in value
    ? value.text
    : String(value ?? row.product ?? '')
}

const NAMED = 10

/** Enough of them to know what they are about. */
const listed = (texts: readonly string[]) =>
  `${texts
    .slice(0, NAMED)
    .map((each) => `“${each}”`)
    .join(', ')}${texts.length > NAMED ? ` and ${texts.length - NAMED} others` : ''}`

/** Words whose values or tags are not those of what they stand for: `places` are filled in where somebody reads. */
export function brokenPlaces(over: Edition, content: EditionContent): readonly Finding[] {
  const known = new Set(faultsOfPlaces(over.content, over.institution).map(({ says }) => says))
  return faultsOfPlaces(content, withContent(over.institution, content)).map(({ place, says }) => ({
    // What was published before keeps nobody from publishing something else.
    grade: known.has(says) ? 'told' : 'stopped',
    place,
    says,
  }))
}

/** A language with translations that the institution does not offer would keep a server from starting. */
export function untaken({
  translations = {},
  languages = [english.language],
}: Edition['institution']): readonly Finding[] {
  return Object.keys(translations)
    .filter((tag) => !languages.includes(tag))
    .map((tag) => ({
      grade: 'stopped',
      place: placeOf('translations', tag),
      says: `There are translations for ${tag}, which is none of the languages that you offer.`,
    }))
}

type Fault = Omit<Finding, 'grade'>

function faultsOfPlaces(
  { sentences = {}, program_sentences = {}, translations = {} }: EditionContent,
  institution: Edition['institution'],
): readonly Fault[] {
  const ofForm = Object.entries(sentences).flatMap(([sentence, own]) =>
    faultsBetween(placeOf('sentences', sentence), own, sentence, (each) => isSetting(each, institution)),
  )
  const ofProgram = faultsIn('/program_sentences', program_sentences)
  const ofLanguages = Object.entries(translations).flatMap(([tag, texts]) =>
    faultsIn(placeOf('translations', tag), texts),
  )
  return [...ofForm, ...ofProgram, ...ofLanguages]
}

/** Of texts by what they stand for. What is counted as one may leave out the number, or say it. */
const faultsIn = (place: string, texts: Words['texts']): readonly Fault[] =>
  Object.entries(texts).flatMap(([text, own]) =>
    typeof own === 'string'
      ? faultsBetween(place + placeOf(text), own, text)
      : Object.entries(own).flatMap(([count, each]) =>
          faultsBetween(
            place + placeOf(text, count),
            each,
            count === 'one' ? text.replace('{count}', '') : text,
            isCount,
          ),
        ),
  )

const isCount = (place: string) => place === '{count}'

function faultsBetween(
  place: string,
  own: string,
  sentence: string,
  mayAdd: (place: string) => boolean = () => false,
): readonly Fault[] {
  const [given, wanted] = [placesIn(own), placesIn(sentence)]
  const lost = wanted.find((each) => !given.includes(each))
  if (lost !== undefined)
    return [{ place, says: `“${own}” has lost ${lost}, which is filled in where somebody reads it. Put it back.` }]
  const added = given.find((each) => !wanted.includes(each) && !mayAdd(each))
  if (added === undefined) return []
  return [{ place, says: `“${own}” has ${added}, which nothing fills in here. Take it out.` }]
}

/** Whether this is the place of a text of the institution, such as `{phone}`, which any sentence of the form may name. */
function isSetting(place: string, institution: Edition['institution']): boolean {
  let at: unknown = institution
  for (const name of place.slice(1, -1).split('.'))
    at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return typeof at === 'string' || typeof at === 'number'
}
