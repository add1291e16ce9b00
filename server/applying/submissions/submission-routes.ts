import { type App, serveCall } from '../../platform/http/index.ts'
import type { Submissions } from './submissions.ts'
import { submitApplication } from './submit-application.ts'

/** POST /api/submit (requirement 7.submit.1). */
export function submissionRoutes(app: App, submissions: Submissions): void {
  serveCall(app, 'submit', ({ applicant }) => submitApplication(submissions, applicant.owner))
}
