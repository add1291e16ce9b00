import { careOf, type Form } from '../../../engine/index.ts'
import type { StoredAnswers } from '../../platform/database/index.ts'
import { DATA_KEY, type Sealer, sealAgain } from '../../platform/secrets/index.ts'

/** Decrypted answers, as the program uses them. */
export type Answers = Readonly<Record<string, string>>

/** Encrypts secret and sensitive answers, for the stored answers and for the history (Q12). */
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

/** The same answers, with those encrypted by a secret key encrypted by the application's data key. */
export const sealAnswersAgain = (
  stored: StoredAnswers,
  applicationId: string,
  from: Sealer,
  to: Sealer,
): StoredAnswers =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [
      key,
      typeof value === 'string' || value.kid === DATA_KEY
        ? value
        : sealAgain(value, contextOf(applicationId, key), from, to),
    ]),
  )

const contextOf = (applicationId: string, key: string) => `application:${applicationId}:${key}`
