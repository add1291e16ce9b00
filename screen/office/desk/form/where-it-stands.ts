import { foldedSentence, say } from '../../../../engine/index.ts'
import { admissions } from '../../../../form/index.ts'

/**
 * Which part of which question a sentence of the form is, such as the help of one. The desk shows it below the sentence:
 * “At Gallatin College” alone says neither what is asked nor that it is an answer. Undefined for what pages and mails say.
 */
export const whereItStands = (sentence: string): string | undefined => {
  known ??= placesIn(admissions.pages)
  return known.get(sentence)
}

let known: ReadonlyMap<string, string> | undefined

const placesIn = (parts: unknown): ReadonlyMap<string, string> => {
  const places = new Map<string, string>()
  const walk = (part: unknown, within: string): void => {
    if (typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) {
      for (const each of part) walk(each, within)
      return
    }
    const entries = Object.entries(part)
    const own = ['label', 'question', 'title'].flatMap((name) => {
      const [, words] = entries.find(([key, value]) => key === name && typeof value === 'string') ?? []
      return typeof words === 'string' && words !== '' ? [foldedSentence(words)] : []
    })[0]
    const question = own ?? within
    for (const [key, value] of entries) {
      if (typeof value !== 'string') walk(value, question)
      else {
        const [sentence, says] = [foldedSentence(value), sayingOf[key]]
        // The same words are edited once, where they stand first.
        if (says && !places.has(sentence)) places.set(sentence, says(sentence === question ? within : question))
      }
    }
  }
  walk(parts, '')
  return places
}

/** By the name that a text has in the form. */
const sayingOf: Readonly<Record<string, (question: string) => string>> = {
  label: (section) => (section ? say('A question of “{section}”', { section }) : say('A question')),
  question: (section) => (section ? say('A question of “{section}”', { section }) : say('A question')),
  title: () => say('A title'),
  help: (question) => say('The help of “{question}”', { question }),
  note: (question) => say('The note of “{question}”', { question }),
  yes: (question) => say('An answer to “{question}”', { question }),
  no: (question) => say('An answer to “{question}”', { question }),
  text: (question) => (question ? say('A text of “{question}”', { question }) : say('A text')),
  add: (question) => say('The button of “{question}”', { question }),
  message: (question) => say('Said when “{question}” has no answer', { question }),
  invalid: (question) => say('Said when an answer to “{question}” can’t be taken', { question }),
  unsupported: (question) => say('Said when a file of “{question}” can’t be taken', { question }),
}
