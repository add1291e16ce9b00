import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_ORDER, parseAnswerOrder } from '../../../api/index.ts'
import type { AnswerOrder } from '../../../engine/index.ts'
import { type App, type Refusal, refusal, serveCall } from '../../platform/http/index.ts'
import { applicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'
import { postWebStatus } from './post-web-status.ts'
import { readChanges } from './read-changes.ts'
import { readProfile } from './read-profile.ts'
import { saveAddAnother } from './save-add-another.ts'
import { saveAnswers } from './save-answers.ts'
import { saveLastPage } from './save-last-page.ts'
import { saveTab } from './save-tab.ts'
import { saveValidationReport } from './save-validation-report.ts'
import { createSaveDelay } from './slow-saves.ts'
import { withoutUndefined } from './without-undefined.ts'

/** The calls for an applicant's answers (requirements 7). */
export function applicationRoutes(app: App, applications: Applications): void {
  const stored = async (owner: string) =>
    (await applicationOf(applications, applications.database.db, owner)).application
  serveCall(app, 'profile', ({ applicant }) => readProfile(applications, applicant))
  const delay = createSaveDelay()
  serveCall(
    app,
    'saveAnswers',
    ({ applicant, body, request }) =>
      inOrder(request, (order) => saveAnswers(applications, applicant.owner, body, order)),
    200,
    async ({ applicant, body, request }) => {
      const bytes = Number(request.headers['content-length']) || JSON.stringify(body).length
      const wait = delay(applicant.accountId, bytes)
      if (!Number.isFinite(wait)) return { ...refusal('busy'), retryAfter: 30 }
      if (wait > 0) await sleep(wait)
      return undefined
    },
  )
  serveCall(app, 'answerChanges', ({ applicant, body }) => readChanges(applications, applicant.owner, body))
  serveCall(app, 'saveLastPage', ({ applicant, body }) => saveLastPage(applications, applicant.owner, body.last_page))
  serveCall(app, 'saveWebStatus', ({ applicant, body }) =>
    postWebStatus(applications, applicant.owner, body.web_status),
  )
  serveCall(app, 'reportValidations', ({ applicant, body }) =>
    saveValidationReport(applications, applicant.owner, body),
  )
  serveCall(app, 'saveAddAnother', ({ applicant, body, request }) =>
    inOrder(request, (order) => saveAddAnother(applications, applicant.owner, body, order)),
  )
  serveCall(app, 'addAnother', async ({ applicant }) => withoutUndefined((await stored(applicant.owner)).add_another))
  serveCall(app, 'saveTab', ({ applicant, body, request }) =>
    inOrder(request, (order) => saveTab(applications, applicant.owner, body, order)),
  )
  serveCall(app, 'tabs', async ({ applicant }) => withoutUndefined((await stored(applicant.owner)).tabs))
}

/** Makes a change in the order that its header gives; without the header, the change counts as made now. */
async function inOrder<Outcome>(
  { headers }: { headers: Readonly<Record<string, string | string[] | undefined>> },
  change: (order: AnswerOrder | undefined) => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const header = headers[ANSWER_ORDER]
  if (header === undefined) return change(undefined)
  const order = parseAnswerOrder(String(header))
  return order === undefined ? refusal('malformed') : change(order)
}
