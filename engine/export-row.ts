import { type AnswerMap, type Application, answerTo } from './application.ts'
import { canonicalCode, canonicalEmail, canonicalParagraph, canonicalText } from './canonical-text.ts'
import { type Outline, rowsOf } from './outline.ts'
import type { QuestionKind } from './questions.ts'
import { type Register, type RegisteredKey, registerAt } from './register.ts'

/** A flat record for another system: every key of the register, '' where nothing was asked or answered. */
export type ExportRow = { readonly form_version: string; readonly [key: string]: string }

/** What an institution adds to each row: the code of the school, and the type of student it admits. */
type Sender = { readonly school_code: string; readonly intended_student_type: string }

/** What was signed: the version of the form, the answers, and the outline, which has a row for each question asked. */
type Signed = { readonly form_version: string; readonly application: Pick<Application, 'answer'> } & {
  readonly outline: Outline
}

/**
 * What was signed as one row, with the version of the form and the sender. It is read with the register alone, so that it
 * is the same whatever the form asks by now. What was not asked is never exported, although it may be among the answers.
 */
export function exportRow(register: Register, signed: Signed, sender?: Sender): ExportRow {
  const given = givenIn(registerAt(register, signed.form_version), signed)
  const answers = Object.fromEntries(register.keys.map(({ key }) => [key, answerTo(given, key)]))
  return { ...answers, ...senderFields(sender), form_version: signed.form_version }
}

/** Copies field by field, so that callers can pass a whole institution.json and nothing else of it is exported. */
const senderFields = (sender: Sender | undefined): Readonly<Record<string, string>> =>
  sender ? { school_code: sender.school_code, intended_student_type: sender.intended_student_type } : {}

/** The answers to what was asked, and those behind "Same as …", a single checkbox on the screen. */
function givenIn({ keys, storedAs }: Register, { application: { answer }, outline }: Signed): AnswerMap {
  const asked = new Set(outline.pages.flatMap(({ items }) => rowsOf(items)).map(({ key }) => key))
  const given: Record<string, string> = {}
  for (const row of keys) if (asked.has(row.key)) given[row.key] = canonicalIn(row, answerTo(answer, row.key))
  for (const { key, state } of keys) {
    const country = answerTo(given, key)
    // An answer is stored as typed, so it may be 'constructor', which is no country.
    const instead = state && Object.hasOwn(storedAs, country) ? storedAs[country] : undefined
    if (instead && state) [given[key], given[state]] = instead
  }
  const own = { ...given }
  for (const { key, copied = [] } of keys)
    for (const { when, from } of copied) if (own[when] === 'true') given[key] = answerTo(own, from)
  // Which school was chosen from the list has no row: no form asks for it.
  for (const { key, school } of keys) if (school && given[school]) given[key] = answerTo(answer, key)
  return given
}

/** What was signed before answers had one form (Q87) is never rewritten; importing systems get that form. */
const canonicalIn = ({ kind, isCode }: RegisteredKey, value: string): string =>
  isCode ? canonicalCode(value) : canonical[kind](value)

const same = (value: string) => value

const canonical: Readonly<Record<QuestionKind, (value: string) => string>> = {
  text: canonicalText,
  paragraph: canonicalParagraph,
  email: canonicalEmail,
  phone: canonicalCode,
  ssn: canonicalCode,
  date: canonicalCode,
  code: canonicalCode,
  choice: same,
  tick: same,
  upload: same,
  password: same,
}
