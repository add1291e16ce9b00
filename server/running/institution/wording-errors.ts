import { type Institution, publicInstitution } from '../../../api/index.ts'
import { everyItem, type Form, sentencesOf, withInstitution } from '../../../engine/index.ts'

const WORDS_OF_QUESTION = ['label', 'help', 'message']
const WORDS_OF_SECTION = ['title', 'note']

/** What is wrong with `wording`: a name that is neither a question nor a section, or words that it does not have. */
export function wordingErrors({ wording = {} }: Pick<Institution, 'wording'>, form: Form): readonly string[] {
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
export function sentenceErrors(institution: Institution, definition: Form): readonly string[] {
  const { sentences = {}, ...others } = publicInstitution(institution)
  const known = sentencesOf(withInstitution(definition, others))
  return Object.keys(sentences)
    .filter((each) => !known.has(each))
    .map((each) => `public.sentences replaces “${each}”, which the form does not say.`)
}
