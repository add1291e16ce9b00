import { type Institution, publicInstitution } from '../../../api/index.ts'
import {
  definitionErrors,
  english,
  everyItem,
  type Form,
  foldedSentence,
  language,
  oncePer,
  sentencesOf,
  type Words,
  withInstitution,
  wordsInUse,
} from '../../../engine/index.ts'
import { dataModel } from '../../../form/index.ts'
import { createLanguages, type Languages, ownSentences } from '../../platform/languages/index.ts'
import { startupError } from '../../platform/settings/index.ts'
import { askingFaults, definitionOf } from './asking.ts'
import { listErrors } from './list-errors.ts'
import { ownTexts } from './translation-warnings.ts'

/**
 * The application form with the institution's wording and limits. Throws a startup error if the definition is broken, or
 * if the pages or the own words in institution.json are not of the form.
 */
export function formOf(institution: Institution, definition: Form = definitionOf(institution)): Form {
  const errors = definitionErrors(definition, dataModel)
  if (errors.length > 0) throw startupError(`The form definition is broken: ${errors.join(' ')}`)
  const [error] = institutionErrors(institution, definition)
  if (error !== undefined) throw startupError(`In institution.json ${error}`)
  return filledForm(institution, definition)
}

/** What of an institution's settings does not fit the form; each part of a sentence that begins with an entry's name. */
export function institutionErrors(
  institution: Institution,
  definition: Form = definitionOf(institution),
): readonly string[] {
  const asking = askingFaults(institution).map(({ name, says }) => `public.structure, ${name}: ${says}`)
  const errors = asking.length > 0 ? asking : wordingErrors(institution, definition)
  if (errors.length > 0) return errors
  filledForm(institution, definition)
  return [
    ...sentenceErrors(institution, definition),
    ...programSentenceErrors(institution),
    ...pageErrors(institution, definition),
    ...termDateErrors(institution),
    ...codeErrors(institution),
    ...listErrors(institution, definition),
  ]
}

/** An option that shares its code with another one of its list: an answer could mean either. */
function codeErrors({ entry_terms, majors, test_versions }: Institution): readonly string[] {
  return Object.entries({ entry_terms, majors, ...test_versions }).flatMap(([list, options]) =>
    options
      .filter(([code], place) => options.findIndex(([other]) => other === code) < place)
      .map(([code, label]) => `${list} has the code ${code} twice; the second time for ${label}.`),
  )
}

/** The application form in the language of who reads; `form` is the English one. */
export const formToRead = ({ form, institution }: { readonly form: Form; readonly institution: Institution }): Form =>
  language() === english.language ? form : formInWords(institution)(wordsInUse())

const languagesRead = new WeakMap<object, Languages>()

/**
 * The languages in which the institution offers its application. They are read once, by the start, which knows where
 * the institution has those that we do not have. Throws a startup error if there is one that nobody has.
 */
export function languagesOf(institution: Institution, ownFolder?: string): Languages {
  const { languages, translations, program_sentences } = institution
  const read =
    languagesRead.get(institution) ??
    createLanguages(languages, translations, ownFolder, ownTexts(institution), program_sentences)
  languagesRead.set(institution, read)
  return read
}

const formInWords = oncePer((institution: Institution) => oncePer((_: Words) => filledForm(institution)))

/** The form with an institution's settings; words for what it does not have are passed over. */
export function filledForm(institution: Institution, definition: Form = definitionOf(institution)): Form {
  try {
    return withInstitution(definition, publicInstitution(institution)) // as the browser does: from the public part
  } catch (error) {
    // The error's own message names the setting that is missing in institution.json.
    throw startupError(`The form definition is broken: ${error instanceof Error ? error.message : error}`, error)
  }
}

/**
 * Differences between the pages in institution.json and those of the form: a page of `pdf_pages` that is unknown,
 * repeated or missing, and a route that is not a page. A missing page would be dropped from the signed application PDF
 * and from the staff's view without anyone noticing.
 */
function pageErrors(
  { pdf_pages, route_after_failed_submit: route }: Pick<Institution, 'pdf_pages' | 'route_after_failed_submit'>,
  { pages }: Form,
): readonly string[] {
  const slugs = pages.map(({ slug }) => slug)
  const known = `none of the form's pages (${slugs.join(', ')}).`
  const repeated = new Set(pdf_pages.filter((each, index) => pdf_pages.indexOf(each) < index))
  return [
    ...pdf_pages.filter((each) => !slugs.includes(each)).map((each) => `pdf_pages names ${each}, which is ${known}`),
    ...[...repeated].map((each) => `pdf_pages names ${each} more than once.`),
    ...slugs
      .filter((each) => !pdf_pages.includes(each))
      .map((each) => `pdf_pages does not contain ${each}, a page of the form.`),
    ...(route === null || slugs.some((each) => route === `/${each}`)
      ? []
      : [`route_after_failed_submit is ${route}, which is ${known}`]),
  ]
}

/** What is wrong with `term_dates`: a term that is not in the list, or one that closes before it opens. */
function termDateErrors({
  entry_terms,
  term_dates = {},
}: Pick<Institution, 'entry_terms' | 'term_dates'>): readonly string[] {
  return Object.entries(term_dates).flatMap(([term, { opens, closes }]) => {
    if (!entry_terms.some(([value]) => value === term && value !== ''))
      return [`public.term_dates names ${term}, which is none of entry_terms.`]
    return opens && closes && closes < opens ? [`public.term_dates: the term ${term} closes before it opens.`] : []
  })
}

const WORDS_OF_QUESTION = ['label', 'help', 'message']
const WORDS_OF_SECTION = ['title', 'note']

/** What is wrong with `wording`: a name that is neither a question nor a section, or words that it does not have. */
function wordingErrors({ wording = {} }: Pick<Institution, 'wording'>, form: Form): readonly string[] {
  const questions = new Set<string>(form.keys)
  const sections = new Set(everyItem(form).flatMap((item) => (item.kind === 'section' ? [item.id] : [])))
  return Object.entries(wording).flatMap(([name, words]) => {
    const isSection = sections.has(name)
    if (!isSection && !questions.has(name))
      return [`public.wording names ${name}, which is neither a question nor a section of the form.`]
    const allowed = isSection ? WORDS_OF_SECTION : WORDS_OF_QUESTION
    return Object.keys(words)
      .filter((each) => !allowed.includes(each))
      .map((each) => `public.wording.${name} has ${each}. It may have ${allowed.join(', ')}.`)
  })
}

/** A sentence in `sentences` that the form, with the institution's other words, does not contain. */
function sentenceErrors(institution: Institution, definition: Form): readonly string[] {
  const { sentences = {}, ...others } = publicInstitution(institution)
  const asShown = sentencesOf(withInstitution(definition, others))
  const asWritten = [...sentencesOf(definition)].flatMap((each) => [each, foldedSentence(each)])
  const known = new Set([...asShown, ...asWritten])
  return Object.keys(sentences)
    .filter((each) => !known.has(each))
    .map((each) => `public.sentences replaces “${each}”, which the form does not say.`)
}

/** A sentence in `program_sentences` that no page, mail or PDF says, or that stays ours (script/own-sentences.ts). */
function programSentenceErrors({ program_sentences = {} }: Pick<Institution, 'program_sentences'>): readonly string[] {
  const replaced = Object.entries(program_sentences)
  if (replaced.length === 0) return []
  const known = new Map(ownSentences().map(({ text, plural }) => [plural ?? text, plural !== undefined]))
  return replaced.flatMap(([sentence, own]) => {
    const isCounted = known.get(sentence)
    if (isCounted === undefined)
      return [`program_sentences replaces “${sentence}”, which no page or mail says in words that you may change.`]
    if (isCounted === (typeof own === 'object')) return []
    return [`program_sentences replaces “${sentence}”, which ${isCounted ? 'needs one and other' : 'is one text'}.`]
  })
}
