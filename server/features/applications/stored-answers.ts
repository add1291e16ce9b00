import { careOf, type Form } from '../../../engine/index.ts'
import type { StoredAnswers } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'

/** Answers as the program uses them. */
export type Answers = Readonly<Record<string, string>>

/** Seals what is secret or sensitive, in the stored answers as in the history (Q12). */
export const sealAnswers = (answers: Answers, applicationId: string, form: Form, keyRing: KeyRing): StoredAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      careOf(form, key) === 'none' || value === '' ? value : keyRing.seal(value, placeOf(applicationId, key)),
    ]),
  )

/** The stored answers in the clear. Throws when a sealed one does not open: better no page than a wrong one. */
export const openAnswers = (stored: StoredAnswers, applicationId: string, keyRing: KeyRing): Answers =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : keyRing.open(value, placeOf(applicationId, key)),
    ]),
  )

const placeOf = (applicationId: string, key: string) => `application:${applicationId}:${key}`
