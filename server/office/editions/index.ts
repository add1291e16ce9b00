/** The editions of the form: the one draft, its check, and what is published. */
export { type Checked, checkDraft } from './check-draft.ts'
export { type CountDeps, checkAndCount, defineCountJob } from './count-draft.ts'
export { type EditionDeps, readDraft, saveDraft } from './draft.ts'
export { editionCommand } from './edition-command.ts'
export { callOff, compareEditions, confirmEdition, publishDraft, readForm, rollBack } from './publish.ts'
export { gradeOf } from './reading-grade.ts'
export { dependentsOf } from './what-depends.ts'
