/** The public interface of this folder: renders a form of the engine. */
export {
  type BlockActions,
  BlockActionsContext,
  type DocumentActions,
  DocumentActionsContext,
  type DraftPage,
  SubmitSlot,
  type Upload,
  useDocumentActions,
} from './actions/index.ts'
export { preloadFolding } from './blocks/index.ts'
export { Choice, Choices } from './controls/index.ts'
export { isWithheld, preloadPasswordField, QuestionField } from './kinds/index.ts'
export {
  FieldNotesContext,
  focusQuestion,
  focusSection,
  leadToQuestion,
  nounOf,
  SectionFrame,
  sectionHeadingId,
} from './layout/index.ts'
export { PageItems } from './page/index.ts'
export { PrintedRows } from './printed/index.ts'
export {
  ApplicationProvider,
  type ApplicationStore,
  createApplicationStore,
  screenMemory,
  useApplication,
  useApplicationStore,
  useProblems,
  useProgress,
  useScreenMemory,
} from './store/index.ts'
