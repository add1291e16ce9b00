import { careOf, type Form } from '../../../engine/index.ts'
import type { StoredAnswers } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'

/** Decrypted answers, as the program uses them. */
export type Answers = Readonly<Record<string, string>>

/** Encrypts secret and sensitive answers, for the stored answers and for the history (Q12). */
export const sealAnswers = (answers: Answers, applicationId: string, form: Form, keyRing: KeyRing): StoredAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      careOf(form, key) === 'none' || value === '' ? value : keyRing.seal(value, contextOf(applicationId, key)),
    ]),
  )

/** The decrypted answers. Throws if one cannot be decrypted: better no page than a wrong one. */
export const openAnswers = (stored: StoredAnswers, applicationId: string, keyRing: KeyRing): Answers =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : keyRing.open(value, contextOf(applicationId, key)),
    ]),
  )

const contextOf = (applicationId: string, key: string) => `application:${applicationId}:${key}`
