/** How answers reach the server, and what happens to those that do not. */
export { type Conflicts, createConflicts } from './conflicts.ts'
export { createDraftAutosave } from './draft-autosave.ts'
export { createEntrySaving } from './entry-saving.ts'
export type { Seen, Taken } from './revisions-seen.ts'
export type { SaveQueue, SaveState } from './save-queue.ts'
export { createSaving, isWritten } from './saving.ts'
export { createTooLateAnswers, type TooLateAnswers } from './too-late-answers.ts'
export { createVisitorDraft, type VisitorDraft } from './visitor-draft.ts'
