/** Mails to applicants whose entry term is about to close (docs/decisions/0080). */

export type { TermNotices } from './term-notices.ts'
export { defineTermNoticesJob, termNoticesCommand } from './term-notices-command.ts'
