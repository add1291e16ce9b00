import { locale, say, type Words, wordsInUse } from './words.ts'

/**
 * What was said in the words of before, in those of now. Undefined where it is no sentence of its own, because a value
 * fills it or it is somebody else's: then only who said it could say it again.
 */
export function sayAgain(text: string, before: Words): string | undefined {
  const now = wordsInUse()
  if (now === before) return text
  const sentence = Object.keys(before.texts).find((each) => before.texts[each] === text) ?? text
  return [before, now].some(({ texts }) => Object.hasOwn(texts, sentence)) ? say(sentence) : undefined
}

/** The name of a language, such as Spanish for 'es'. */
export const languageInWords = (tag: string): string =>
  new Intl.DisplayNames(locale(), { type: 'language' }).of(tag) ?? tag
