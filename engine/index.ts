/** The public interface of the engine: how a form behaves. Pure TypeScript that imports nothing. */

export { answerInWords } from './answer-in-words.ts'
export { answerProblem, isMet, lengthProblem } from './answer-problem.ts'
export {
  type AnswerMap,
  type Application,
  answerTo,
  type DocumentAnswer,
  emptyApplication,
  isGiven,
} from './application.ts'
export type {
  Address,
  Alternatives,
  BlockKind,
  Branch,
  ConditionalChoice,
  ConfirmThen,
  Entry,
  Gate,
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
  alternatives,
  branch,
  choiceByValue,
  choiceWhen,
  confirmByButton,
  confirmByTick,
  keysByRole,
  keysIn,
  monthYear,
  note,
  partsOf,
  school,
  scores,
  section,
  tabs,
  tickGroup,
  when,
} from './blocks.ts'
export { dayFrom, months } from './calendar.ts'
export { canonicalAnswer, canonicalAnswers } from './canonical-answers.ts'
export { canonicalCode, canonicalEmail, canonicalFileName } from './canonical-text.ts'
export {
  type AnyCondition,
  all,
  any,
  is,
  isAnswered,
  isAtLeast,
  isAtMost,
  isLessThan,
  isMoreThan,
  isNoneOf,
  isNot,
  isNotAnswered,
  isOneOf,
  not,
} from './conditions.ts'
export { deadlineInWords, endInWords, formatDateTime, formatDay } from './deadline.ts'
export { definitionErrors, unmappedKeys } from './definition-errors.ts'
export { describe } from './describe.ts'
export { commonWords, isEasyToGuess } from './easy-password.ts'
export { endOfDay } from './end-of-day.ts'
export { entrySummary } from './entry-summary.ts'
export { careOf, everyItem, gatesIn, isOptional, isSigned, questionsByKey } from './every-item.ts'
export { contradictionsIn } from './exclusive-answers.ts'
export { type ExportRow, exportRow } from './export-row.ts'
export { fileSize } from './file-size.ts'
export { type AnswerKey, type Form, form, type Page, page } from './form.ts'
export { isMasked, isSsn, maskedPhone, maskedSsn } from './formats.ts'
export { frozen } from './frozen.ts'
export { holds } from './holds.ts'
export { keysAnsweredTogether } from './keys-answered-together.ts'
export { mayBeLeftOut } from './may-be-left-out.ts'
export {
  type AnswerOrder,
  isChangedElsewhere,
  type LastWrite,
  mergeAnswers,
  SERVER,
  type WriteOrder,
} from './merge-answers.ts'
export { offeredOptions, seasonOf } from './option-dates.ts'
export { labelOf, optionsOf } from './options-of.ts'
export { type Outline, type OutlineItem, type OutlineRow, outlineWithout, rowsOf } from './outline.ts'
export { outlineOf } from './outline-of.ts'
export { pageOf } from './page-of.ts'
export { placesOf } from './places-of.ts'
export { presetAfter, presetOf, withPresets } from './presets.ts'
export { everyPrintedPage, type PrintedPage, type PrintedRow, printedPages } from './printed-rows.ts'
export type { PrintedTable } from './printed-table.ts'
export { messagesByKey, type Problem, problemsIn } from './problems-in.ts'
export { type PageProgress, progressOf, type SectionProgress } from './progress-of.ts'
export {
  type ChoiceQuestion,
  choice,
  type DateQuestion,
  date,
  type EmailQuestion,
  email,
  entry,
  type OptionDates,
  type Options,
  type ParagraphQuestion,
  type PasswordQuestion,
  type PhoneQuestion,
  paragraph,
  password,
  phone,
  type Question,
  type QuestionKind,
  type Role,
  type SsnQuestion,
  ssn,
  type TextQuestion,
  type TickQuestion,
  text,
  tick,
  type UploadQuestion,
  upload,
} from './questions.ts'
export { numbered, repeated, withPrefix } from './repeated.ts'
export { type ReviewPage, type ReviewRow, reviewOf } from './review-of.ts'
export type { Rule } from './rules.ts'
export { sectionSummary } from './section-summary.ts'
export { branchShown, choiceShown, entriesShown, hasAnswer, isConfirmed, labelShown, tabShown } from './shown.ts'
export { todayAt } from './today-at.ts'
export { questionsShown } from './walk.ts'
export { withAnswer } from './with-answer.ts'
export { descriptionKey, isDescriptionKey, withDescriptions } from './with-descriptions.ts'
export { sentencesOf, withInstitution } from './with-institution.ts'
export { moveKeysWithout, withoutEntry } from './without-entry.ts'
export { without, withoutHidden } from './without-hidden.ts'
export { withoutSecrets } from './without-secrets.ts'
export { NOT_ANSWERED } from './wording.ts'
