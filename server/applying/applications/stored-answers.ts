import { z } from 'zod'
import {
  careOf,
  type Form,
  isDescriptionKey,
  isOwnKey,
  oncePer,
  questionsByKey,
  sensitiveGatesIn,
} from '../../../engine/index.ts'
import type { StoredAnswers } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/secrets/index.ts'

/** Decrypted answers, as the program uses them. */
export type Answers = Readonly<Record<string, string>>

/**
 * Encrypts secret and sensitive answers (Q12), for an application that an earlier release stored: until it is sealed
 * whole (seal-applications.ts), servers of that release must be able to read it.
 */
export const sealAnswers = (answers: Answers, applicationId: string, form: Form, sealer: Sealer): StoredAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      careOf(form, key) === 'none' || value === '' ? value : sealer.seal(value, contextOf(applicationId, key)),
    ]),
  )

/** The decrypted answers. Throws if one cannot be decrypted: better no page than a wrong one. */
export function openAnswers(stored: StoredAnswers, applicationId: string, sealer: Sealer): Answers {
  // Copied whole, because later copies of a copy take a hundredth of the time of those of parsed JSON.
  const answers: Record<string, StoredAnswers[string]> = { ...stored }
  for (const key in stored) {
    const value = stored[key]
    if (typeof value === 'object') answers[key] = sealer.open(value, contextOf(applicationId, key))
  }
  return answers as Answers
}

/** Answers by whether the form asks for them. */
type Sorted<Value> = {
  readonly asked: Readonly<Record<string, Value>>
  /** What earlier versions asked, kept until the form asks it again. Nothing judges, shows or exports it. */
  readonly parked: Readonly<Record<string, Value>>
}

/** Sorts what is stored by key. Nearly always nothing is parked, and then it is the same object. */
export function sortedByForm<Value>(form: Form, stored: Readonly<Record<string, Value>>): Sorted<Value> {
  const retired = retiredKeys(form)
  // An own key that this form has not: of an edition that this process has not heard of, or was told to read another.
  const isParked = (key: string) => retired.has(key) || (isOwnKey(key) && !isAsked(form, key))
  if (!Object.keys(stored).some(isParked)) return { asked: stored, parked: {} }
  const entries = Object.entries(stored)
  return {
    asked: Object.fromEntries(entries.filter(([key]) => !isParked(key))),
    parked: Object.fromEntries(entries.filter(([key]) => isParked(key))),
  }
}

const isAsked = (form: Form, key: string) => questionsByKey(form).has(key) || isDescriptionKey(form, key)

const retiredKeys = oncePer((form: Form): ReadonlySet<string> => new Set(form.retired.map(({ key }) => key)))

/** The one entry of what is stored as opened. It cannot be equal to a key, because keys contain no space. */
const GATES = 'opened gates'

/**
 * One bit for each gate whose "yes" is sensitive, encrypted together: whether a "yes" was chosen, and where, shows in
 * neither the names nor the length.
 */
export const sealGates = (
  opened: readonly string[],
  applicationId: string,
  form: Form,
  sealer: Sealer,
): StoredAnswers => {
  const bits = sensitiveGatesIn(form).map((gate) => [gate, opened.includes(gate) ? 1 : 0])
  return { [GATES]: sealer.seal(JSON.stringify(Object.fromEntries(bits)), contextOf(applicationId, GATES)) }
}

/** The gates that are stored as opened; one that no form has any more may be among them. */
export function openGates(stored: StoredAnswers, applicationId: string, sealer: Sealer): readonly string[] {
  const bits = openAnswers(stored, applicationId, sealer)[GATES]
  if (bits === undefined) return []
  const read = gateBits.parse(JSON.parse(bits))
  return Object.keys(read).filter((gate) => read[gate] === 1)
}

const gateBits = z.record(z.string(), z.number())

const contextOf = (applicationId: string, key: string) => `application:${applicationId}:${key}`
