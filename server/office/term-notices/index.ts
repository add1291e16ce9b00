/** Mails to applicants whose entry term is about to close (docs/decisions/0080). */

export { defineTermNoticesJob, type TermNoticeDeps, termNoticesCommand } from './term-notices.ts'
