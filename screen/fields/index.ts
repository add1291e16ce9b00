/** The public interface of this folder: renders a form of the engine. */

export { preloadFolding } from './blocks/block-view.tsx'
export { Choice, Choices } from './controls/choice.tsx'
export { FieldNotesContext, nounOf } from './controls/field-context.ts'
export { focusQuestion, focusSection, leadingTo, leadToQuestion, sectionHeadingId } from './controls/focus-question.ts'
export { SectionFrame } from './controls/section-frame.tsx'
export { preloadPasswordField, QuestionField } from './kinds/question-field.tsx'
export { isWithheld } from './kinds/ssn-field.tsx'
export { PageItems } from './page/page-items.tsx'
export { PrintedRows } from './page/printed-rows.tsx'
export { type ApplicationStore, createApplicationStore, screenMemory } from './store/application-store.ts'
export { type BlockActions, BlockActionsContext, SectionEndSlot, SubmitSlot } from './store/block-actions.ts'
export {
  type DocumentActions,
  DocumentActionsContext,
  type DraftPage,
  type Upload,
  useDocumentActions,
} from './store/document-actions.ts'
export {
  ApplicationProvider,
  useApplication,
  useApplicationStore,
  useProblems,
  useProgress,
  useScreenMemory,
} from './store/use-application.tsx'
export { ChooseFiles } from './upload/file-button.tsx'
