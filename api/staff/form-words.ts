import { placeOf } from '../edition-places.ts'
import type { ChangedValue } from '../editions.ts'

/** The product's words in a language, by the English ones; what is counted has one for each number. */
export type LanguageTexts = {
  readonly tag: string
  /** In English, such as Spanish. */
  readonly name: string
  readonly texts: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

type Worded = {
  readonly place: string
  readonly english?: string | undefined
  readonly count?: 'one' | 'other' | undefined
  readonly published: ChangedValue | null
}

type Translation = {
  /** The English that is translated. */
  readonly english: string
  /** Where the office's own translation of it stands. */
  readonly place: string
  readonly own: string | null
  /** The product's; none for English that the office has worded itself. */
  readonly ours: string | null
  /** The translation of what the English was before, which may still serve. */
  readonly before: string | null
}

/**
 * What a row says in another language, as applicants will read it: they see the English where there is neither the
 * office's translation nor ours. undefined for what reads the same in every language.
 */
export function translationOf(
  { place, english, count, published }: Worded,
  { tag, texts }: LanguageTexts,
  standing: (place: string) => ChangedValue | null,
): Translation | undefined {
  if (english === undefined) return undefined
  const value = textIn(standing(place))
  const isOurs = value === null
  // Sentences of what is counted are named by the one for many.
  const named = count === undefined ? (value ?? english) : (textIn(standing(otherOf(english))) ?? english)
  const shown = count === undefined ? named : (value ?? named)
  if (!/\p{L}/u.test(shown)) return undefined
  const placeOfTranslation = (text: string) => placeOf('translations', tag, text, ...(count ? [count] : []))
  const ourWordsFor = (text: string): string | null => {
    const found = Object.hasOwn(texts, text) ? texts[text] : undefined
    return (typeof found === 'object' && count ? found[count] : typeof found === 'string' ? found : undefined) ?? null
  }
  const ours = count === undefined || (isOurs && named === english) ? ourWordsFor(named) : null
  const wordsFor = (text: string) => textIn(standing(placeOfTranslation(text))) ?? ourWordsFor(text)
  const earlier = [textIn(published), english].filter((text) => text !== null && text !== '' && text !== named)
  return {
    english: shown,
    place: placeOfTranslation(named),
    own: textIn(standing(placeOfTranslation(named))),
    ours,
    before: earlier.map((text) => wordsFor(text ?? '')).find((words) => words !== null) ?? null,
  }
}

/** Whether applicants see the English of a row, for want of a translation. */
export const isUntranslated = (...given: Parameters<typeof translationOf>): boolean => {
  const found = translationOf(...given)
  return found !== undefined && found.own === null && found.ours === null
}

const otherOf = (english: string) => placeOf('program_sentences', english, 'other')

const textIn = (value: ChangedValue | null): string | null =>
  typeof value === 'string' ? value : value !== null && typeof value === 'object' && 'text' in value ? value.text : null
