import type { School } from './school.ts'
import { states } from './states.ts'
import {
  beginningQuality,
  type Found,
  firstRow,
  mistakenQuality,
  mistakesAllowed,
  nextRow,
  type Vocabulary,
  vocabularyOf,
} from './vocabulary.ts'
import { namesOf, otherSpelling, wordsOf } from './words-of.ts'

type SchoolIndex = {
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

/** A school in the index. */
type Entry = {
  readonly school: School
  readonly names: readonly (readonly string[])[]
  readonly place: readonly string[]
  /** How likely it is before anything is typed: higher for large schools and for those of the state `near`. */
  readonly prior: number
}

function entryOf(school: School, near: string): Entry {
  const { city, state, size } = school
  const code = codes.get(state) ?? ''
  const place = [...wordsOf(city), ...wordsOf(state), code.toLowerCase()].filter((word) => word !== '')
  return { school, names: namesOf(school), place, prior: 0.012 * size + (state === near ? 0.06 : 0) }
}

const codes = new Map(states.map(({ name, code }) => [name, code]))

/** A school and how well it matches: `share` of the typed words that it contains, and the score to sort by. */
type Ranked = { readonly school: School; readonly share: number; readonly score: number }

/**
 * Compares the typed words with each name of a school. The best match is a complete name in the right order; words that
 * are not in the name may be in the school's place.
 */
function rankOf(
  { school, names, place, prior }: Entry,
  { words, weights, weightOf, quality: qualityOf }: Search,
): Ranked {
  const total = sum(weights)
  let best = { share: 0, score: 0 }
  for (const [number, name] of names.entries()) {
    const usedIndexes = new Set<number>()
    let inName = 0
    let inPlace = 0
    let order = 0
    words.forEach((_, at) => {
      const weight = weights[at] ?? 0
      const { quality, index } = bestIn(name, (each) => qualityOf(each, at), usedIndexes)
      const placeQuality = place.reduce((most, each) => Math.max(most, qualityOf(each, at)), 0)
      if (quality > 0 && quality >= placeQuality - 0.15) {
        usedIndexes.add(index)
        inName += quality * weight
        if (index === at) order += 1
      } else inPlace += placeQuality * weight
    })
    const share = (inName + inPlace) / total
    const covered = sum([...usedIndexes].map((index) => weightOf(name[index] ?? ''))) / sum(name.map(weightOf))
    const whole = usedIndexes.size === name.length && order === name.length ? 0.12 : 0
    const own = number === 0 ? 0.02 : 0 // before a former name of another school
    const score = share + 0.25 * covered + 0.08 * (order / words.length) + whole + own
    if (score > best.score) best = { share, score }
  }
  return { school, share: best.share, score: best.score + prior }
}

function bestIn(name: readonly string[], qualityOf: (word: string) => number, taken: ReadonlySet<number>) {
  let best = { quality: 0, index: -1 }
  name.forEach((each, index) => {
    if (taken.has(index)) return
    const quality = qualityOf(each)
    if (quality > best.quality) best = { quality, index }
  })
  return best
}

/** A search, prepared for comparison with many schools. */
type Search = {
  readonly words: readonly string[]
  /** The weight of each word. */
  readonly weights: readonly number[]
  /** The weight of a word of a name. */
  readonly weightOf: (word: string) => number
  /** How well the typed word at this position matches a word of a name, from 0 to 1. */
  readonly quality: (word: string, at: number) => number
}

/** Prepares a search. It caches each comparison, because names share most of their words. */
function searchFor(words: readonly string[], weights: readonly number[], weightOf: Search['weightOf']): Search {
  const known = words.map(() => new Map<string, number>())
  const quality: Search['quality'] = (word, at) => {
    const before = known[at]?.get(word)
    if (before !== undefined) return before
    const found = qualityOf(word, words[at] ?? '', at === words.length - 1)
    known[at]?.set(word, found)
    return found
  }
  return { words, weights, weightOf, quality }
}

/** How well a typed word matches a word of a name, from 0 to 1. */
function qualityOf(word: string, typed: string, last: boolean): number {
  if (word === typed || otherSpelling(word) === typed) return 1
  if (word.startsWith(typed)) return beginningQuality(word.length - typed.length, last)
  if (otherSpelling(word)?.startsWith(typed)) return beginningQuality(1, last)
  const most = mistakesAllowed(typed)
  if (most === 0 || (!last && Math.abs(word.length - typed.length) > most)) return 0
  return qualityWithMistakes(word, typed, last, most)
}

function qualityWithMistakes(word: string, typed: string, last: boolean, most: number): number {
  let [above, row, next] = [firstRow(typed), firstRow(typed), firstRow(typed)]
  let beginning = most + 1
  for (let at = 0; at < word.length && at < typed.length + most; at += 1) {
    const least = nextRow(next, row, at > 0 ? above : undefined, typed, word[at] ?? '', word[at - 1])
    ;[above, row, next] = [row, next, above]
    if (least > most) return beginning <= most && last ? mistakenQuality(beginning) - 0.1 : 0
    beginning = Math.min(beginning, row[typed.length] ?? beginning)
  }
  const whole = word.length <= typed.length + most ? (row[typed.length] ?? most + 1) : most + 1
  if (whole <= most) return mistakenQuality(whole)
  return last && beginning <= most ? mistakenQuality(beginning) - 0.1 : 0
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
