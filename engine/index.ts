/** The door of the engine: how a form behaves. Pure TypeScript; imports nothing. */

export { isMet } from './answer-problem.ts'
export { answersOfOneThing } from './answers-of-one-thing.ts'
export * from './application.ts'
export type {
  Address,
  BlockKind,
  Branch,
  ConditionalChoice,
  ConfirmThen,
  Entry,
  Item,
  MonthYear,
  Note,
  Repeated,
  School,
  Scores,
  Section,
  Tabs,
  TickGroup,
  When,
} from './blocks.ts'
export {
  address,
  branch,
  choiceByValue,
  choiceWhen,
  confirmByButton,
  confirmByTick,
  keysIn,
  monthYear,
  note,
  school,
  scores,
  section,
  tabs,
  tickGroup,
  when,
} from './blocks.ts'
export { dayFrom, months, parsedDay } from './calendar.ts'
export * from './conditions.ts'
export { definitionErrors, unmappedKeys } from './definition-errors.ts'
export { describe } from './describe.ts'
export { careOf, everyItem, questionsByKey } from './every-item.ts'
export { contradictionsIn } from './exclusive-answers.ts'
export { exportRow } from './export-row.ts'
export { fileSize } from './file-size.ts'
export { type AnswerKey, type Form, form, type Page, page } from './form.ts'
export { maskedPhone, maskedSsn } from './formats.ts'
export { holds } from './holds.ts'
export * from './merge-answers.ts'
export { labelOf, optionsOf } from './options-of.ts'
export * from './outline.ts'
export { outlineOf } from './outline-of.ts'
export { pageOf } from './page-of.ts'
export { everyPrintedPage, type PrintedPage, type PrintedRow, printedPages, printedRows } from './printed-rows.ts'
export type { PrintedTable } from './printed-table.ts'
export { messagesByKey, type Problem, problemsIn } from './problems-in.ts'
export * from './questions.ts'
export { numbered, repeated, withPrefix } from './repeated.ts'
export type { Rule } from './rules.ts'
export { branchShown, choiceShown, entriesShown, isBegun, isConfirmed, tabShown } from './shown.ts'
export { questionsShown } from './walk.ts'
export { withAnswer } from './with-answer.ts'
export { descriptionKey, isDescriptionKey, withDescriptions } from './with-descriptions.ts'
export { type InstitutionSettings, withInstitution, worded } from './with-institution.ts'
export { placesWithout, withoutEntry } from './without-copy.ts'
export { without, withoutHidden } from './without-hidden.ts'
export { withoutSecrets } from './without-secrets.ts'
export { NOT_ANSWERED } from './wording.ts'
