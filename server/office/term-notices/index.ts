/** Reminders: of an entry term that is about to close, and of a draft that rests (docs/decisions/0080). */

export { stopReminderRoutes, type TermNoticeDeps } from './stop-reminders.ts'
export { defineTermNoticesJob, termNoticesCommand } from './term-notices.ts'
