import { type Entry, entryOf } from './entry.ts'
import { otherSpelling } from './names-of.ts'
import { type Ranked, rankOf, searchFor } from './rank-of.ts'
import type { School } from './school.ts'
import { type Found, type Vocabulary, vocabularyOf } from './vocabulary.ts'
import { wordsOf } from './words-of.ts'

export type SchoolIndex = {
  /** The schools that a text may mean, best first. Takes milliseconds for any text. */
  readonly find: (text: string, most: number) => readonly School[]
}

const MAX_LENGTH = 80 // characters of a search that are used
const MAX_WORDS = 8
const MAX_CANDIDATES = 60 // schools that are compared word by word

/**
 * An index of the schools of one category. Among equally good matches, those of the state `near` come first.
 */
export function schoolIndexOf(schools: readonly School[], near: string): SchoolIndex {
  const entries = schools.map((school) => entryOf(school, near))
  const vocabulary = vocabularyOf(
    (function* () {
      for (const { names, place } of entries) yield* [...names.flat(), ...place].flatMap(spellingsOf)
    })(),
  )
  const inNames = postingsOf(entries, vocabulary, ({ names }) => names.flat())
  const inPlace = postingsOf(entries, vocabulary, ({ place }) => place)
  const priors = Float32Array.from(entries, ({ prior }) => prior)
  // Filled during one search and reset to zero at its end.
  const best = new Float32Array(entries.length)
  const scores = new Float32Array(entries.length)

  /** The best schools by how well they contain the words of the text; rare words count more. */
  function candidates(words: readonly string[], mistakes: boolean): { numbers: readonly number[]; weights: number[] } {
    const reached: number[] = []
    const weights = words.map((word, at) => {
      const last = at === words.length - 1
      const found = [...vocabulary.beginning(word, last), ...(mistakes ? vocabulary.near(word, last) : [])]
      const matching = schoolsWith(found)
      const weight = weightOf(matching.length)
      for (const number of matching) {
        if (scores[number] === 0) reached.push(number)
        scores[number] = (scores[number] ?? 0) + (best[number] ?? 0) * weight
        best[number] = 0
      }
      return weight
    })
    const numbers = bestOf(reached, (number) => (scores[number] ?? 0) + (priors[number] ?? 0))
    for (const number of reached) scores[number] = 0
    return { numbers, weights }
  }

  function schoolsWith(found: readonly Found[]): readonly number[] {
    const touched: number[] = []
    const addMatches = (numbers: Int32Array | undefined, quality: number) => {
      for (const number of numbers ?? []) {
        if (best[number] === 0) touched.push(number)
        if (quality > (best[number] ?? 0)) best[number] = quality
      }
    }
    for (const { word, quality } of found) {
      addMatches(inNames[word], quality)
      addMatches(inPlace[word], quality * 0.7)
    }
    return touched
  }

  /** Rare words count more than common ones; a word that no school has counts as much as a rare one. */
  const weightOf = (count: number) => Math.log(1 + entries.length / Math.max(1, count)) + 0.2

  function ranked(words: readonly string[], mistakes: boolean): readonly Ranked[] {
    const { numbers, weights } = candidates(words, mistakes)
    const weightOfWord = (word: string) => {
      const number = vocabulary.numberOf(word)
      return weightOf(number === undefined ? 1 : (inNames[number]?.length ?? 0))
    }
    const search = searchFor(words, weights, weightOfWord)
    return numbers.map((number) => rankOf(entryAt(number), search))
  }
  const entryAt = (number: number) => {
    const entry = entries[number]
    if (entry === undefined) throw new Error(`The index has no school ${number}.`)
    return entry
  }

  return {
    find(text, most) {
      const words = wordsOf(text.slice(0, MAX_LENGTH)).slice(0, MAX_WORDS)
      if (words.length === 0) return []
      const withoutMistakes = variantsOf(words, vocabulary).flatMap((reading) => ranked(reading, false))
      const goodMatches = withoutMistakes.filter(({ share }) => share > 0.75)
      const all = goodMatches.length >= most ? goodMatches : [...withoutMistakes, ...ranked(words, true)]
      const found = new Map<School, number>()
      for (const { school, share, score } of all) {
        if (share > 0.4) found.set(school, Math.max(score, found.get(school) ?? 0))
      }
      return [...found]
        .sort(([, one], [, other]) => other - one)
        .slice(0, most)
        .map(([school]) => school)
    },
  }
}

const spellingsOf = (word: string) => [word, otherSpelling(word) ?? word]

/** For each word, the numbers of the schools that contain it. */
function postingsOf(
  entries: readonly Entry[],
  { words, numberOf }: Vocabulary,
  wordsIn: (entry: Entry) => readonly string[],
): readonly Int32Array[] {
  const lists = words.map((): number[] => [])
  entries.forEach((entry, number) => {
    for (const word of new Set(wordsIn(entry).flatMap(spellingsOf))) lists[numberOf(word) ?? -1]?.push(number)
  })
  return lists.map((list) => Int32Array.from(list))
}

/** The numbers with the highest scores, few enough to be compared in detail. */
function bestOf(numbers: readonly number[], scoreOf: (number: number) => number): readonly number[] {
  const kept: { number: number; score: number }[] = []
  for (const number of numbers) {
    const score = scoreOf(number)
    if (kept.length === MAX_CANDIDATES && score <= (kept.at(-1)?.score ?? 0)) continue
    let at = kept.length
    while (at > 0 && (kept[at - 1]?.score ?? 0) < score) at -= 1
    kept.splice(at, 0, { number, score })
    if (kept.length > MAX_CANDIDATES) kept.pop()
  }
  return kept.map(({ number }) => number)
}

/** The words as typed, and the readings in which two words are joined or one is split, if such words exist. */
function variantsOf(words: readonly string[], { numberOf }: Vocabulary): readonly (readonly string[])[] {
  const exists = (word: string) => numberOf(word) !== undefined
  const joined = words.slice(1).flatMap((word, at) => {
    const one = `${words[at]}${word}`
    return one.length > 3 && exists(one) ? [[...words.slice(0, at), one, ...words.slice(at + 2)]] : []
  })
  const split = words.flatMap((word, at) => {
    if (word.length < 6 || exists(word)) return []
    for (let cut = 3; cut <= word.length - 3; cut += 1) {
      const two = [word.slice(0, cut), word.slice(cut)]
      if (two.every(exists)) return [[...words.slice(0, at), ...two, ...words.slice(at + 1)]]
    }
    return []
  })
  return [words, ...joined.slice(0, 2), ...split.slice(0, 1)]
}
