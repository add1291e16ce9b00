import {
  canonicalAnswers,
  descriptionKey,
  type Form,
  isDescriptionKey,
  isMasked,
  questionsByKey,
} from '../../../engine/index.ts'
import { retiredKeys } from '../../../form/index.ts'
import type { Answers } from './stored-answers.ts'

const LONGEST_ANSWER = 10_000 // characters (code points)
const COMPANION = descriptionKey('') // the ending of every companion of a key (3.answers.4)

/** The answers to store, those of them that were posted in another form, or the keys that cannot be stored. */
export type PostedAnswers =
  | { readonly kind: 'ok'; readonly answers: Answers; readonly canonical: Answers; readonly ignored: readonly string[] }
  | { readonly kind: 'refused'; readonly code: 'unknown_keys' | 'malformed_answers'; readonly keys: readonly string[] }

/**
 * Checks only the form of posted answers; validation checks their content (Q23). Text is stored in its canonical form
 * (Q87). Companions, retired keys and upload answers are ignored, because the server writes them itself or no longer
 * asks for them. So is a masked number, because it stands for the stored one (Q68).
 */
export function readPostedAnswers(posted: Answers, form: Form): PostedAnswers {
  const questions = questionsByKey(form)
  const [companions, ignored, unknown, malformed]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const key in posted) {
    const value = posted[key] ?? ''
    const kind = questions.get(key)?.kind
    const isCompanion = key.endsWith(COMPANION) && questions.has(key.slice(0, -COMPANION.length))
    if (kind === undefined)
      (isDescriptionKey(form, key) ? companions : isCompanion || retiredKeys.includes(key) ? ignored : unknown).push(
        key,
      )
    else if (kind === 'upload' || (kind === 'ssn' && isMasked(value))) ignored.push(key)
    else if (!isStorable(value)) malformed.push(key)
  }
  if (unknown.length > 0) return { kind: 'refused', code: 'unknown_keys', keys: unknown }
  if (malformed.length > 0) return { kind: 'refused', code: 'malformed_answers', keys: malformed }
  const taken = leftOf(posted, [...companions, ...ignored])
  const answers = canonicalAnswers(form, taken)
  return { kind: 'ok', answers, canonical: differing(taken, answers), ignored }
}

const differing = (posted: Answers, stored: Answers): Answers =>
  posted === stored ? {} : Object.fromEntries(Object.entries(stored).filter(([key, value]) => posted[key] !== value))

function leftOf(posted: Answers, without: readonly string[]): Answers {
  if (without.length === 0) return posted // nearly always, and a copy of hundreds takes time
  const left = { ...posted }
  for (const key of without) delete left[key]
  return left
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair. */
const isStorable = (value: string) =>
  !value.includes('\u0000') &&
  value.isWellFormed() &&
  (value.length <= LONGEST_ANSWER || [...value].length <= LONGEST_ANSWER)
