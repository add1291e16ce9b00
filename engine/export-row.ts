import { type Application, answerTo } from './application.ts'
import type { ConfirmThen, Form } from './blocks.ts'
import { canonicalAnswers } from './canonical-answers.ts'
import { everyItem, questionsShown } from './walk.ts'

/** A flat record for another system: every key of the form, '' where nothing was asked or answered. */
export type ExportRow = { readonly form_version: string; readonly [key: string]: string }

/** What an institution adds to each row: the code of the school, and the type of student it admits. */
type Sender = { readonly school_code: string; readonly intended_student_type: string }

/** The submitted answers as one row, with the version of the form and the sender. Hidden answers are never exported. */
export function exportRow(form: Form, application: Application, sender?: Sender): ExportRow {
  // What was signed before answers had one form is never rewritten; importing systems get that form.
  const given = canonicalAnswers(form, application.answer)
  const shown = questionsShown(form, { ...application, answer: given })
  const asked = new Set(shown.map(({ question }) => question.key))
  const answers = Object.fromEntries(form.keys.map((key) => [key, asked.has(key) ? answerTo(given, key) : '']))
  return { ...answers, ...sameAs(form, answers), ...senderFields(sender), form_version: form.version }
}

/** Copies field by field, so that callers can pass a whole institution.json and nothing else of it is exported. */
const senderFields = (sender: Sender | undefined): Readonly<Record<string, string>> =>
  sender ? { school_code: sender.school_code, intended_student_type: sender.intended_student_type } : {}

/** Fills in the answers behind "Same as …", a single checkbox on the screen, because importing systems need them. */
function sameAs(form: Form, own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const copied = everyItem(form)
    .filter((item): item is ConfirmThen => item.kind === 'confirmThen' && item.confirm.by === 'tick')
    .filter((item) => own[item.id] === 'true')
    .flatMap((item) => Object.entries(item.sameAs))
  return Object.fromEntries(copied.map(([key, source]) => [key, own[source] ?? '']))
}
