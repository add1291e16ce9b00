import type { Entry } from './entry.ts'
import { otherSpelling } from './names-of.ts'
import type { School } from './school.ts'
import { beginningQuality, firstRow, mistakenQuality, mistakesAllowed, nextRow } from './vocabulary.ts'

/** A school and how well it matches: `share` of the typed words that it contains, and the score to sort by. */
export type Ranked = { readonly school: School; readonly share: number; readonly score: number }

/**
 * Compares the typed words with each name of a school. The best match is a complete name in the right order; words that
 * are not in the name may be in the school's place.
 */
export function rankOf(
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
export type Search = {
  readonly words: readonly string[]
  /** The weight of each word. */
  readonly weights: readonly number[]
  /** The weight of a word of a name. */
  readonly weightOf: (word: string) => number
  /** How well the typed word at this position matches a word of a name, from 0 to 1. */
  readonly quality: (word: string, at: number) => number
}

/** Prepares a search. It caches each comparison, because names share most of their words. */
export function searchFor(words: readonly string[], weights: readonly number[], weightOf: Search['weightOf']): Search {
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
