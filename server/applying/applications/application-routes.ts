import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { ANSWER_ORDER, DESCRIPTIONS, PAGE_EDITION, parseAnswerOrder } from '../../../api/index.ts'
import type { AnswerOrder } from '../../../engine/index.ts'
import { say } from '../../../engine/index.ts'
import {
  type App,
  browserInWords,
  type Refusal,
  refusal,
  serveCall,
  UNKNOWN_BROWSER,
} from '../../platform/http/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationOf } from './application-row.ts'
import { lockApplication } from './edit-application.ts'
import { readChanges } from './read-changes.ts'
import { addAnotherOf, readProfile, withoutUndefined } from './read-profile.ts'
import { saveAnswers } from './save-answers.ts'
import { saveAddAnother, saveTab } from './save-blocks.ts'
import { sortedByForm } from './stored-answers.ts'
import { sealReport } from './stored-record.ts'
import { postWebStatus } from './web-status.ts'

/** The calls for an applicant's answers (requirements 7). */
export function applicationRoutes(app: App, deps: ApplicationDeps): void {
  const stored = (owner: string) => applicationOf(deps, deps.database.db, owner)
  serveCall(app, 'profile', ({ applicant, request }) =>
    readProfile(deps, applicant, { hasDescriptions: request.headers[DESCRIPTIONS] === 'none' }),
  )
  const delay = createSaveDelay()
  serveCall(
    app,
    'saveAnswers',
    ({ applicant, body, request }) =>
      inOrder(request, (order) =>
        saveAnswers(deps, applicant.owner, body, order, browserOf(request.headers), request.headers[PAGE_EDITION]),
      ),
    200,
    async ({ applicant, body, request }) => {
      const bytes = Number(request.headers['content-length']) || JSON.stringify(body).length
      const wait = delay(applicant.accountId, bytes)
      if (!Number.isFinite(wait)) return { ...refusal('busy'), retryAfter: 30 }
      if (wait > 0) await sleep(wait)
      return undefined
    },
  )
  serveCall(app, 'answerChanges', ({ applicant, body }) => readChanges(deps, applicant.owner, body))
  serveCall(app, 'saveLastPage', ({ applicant, body }) => saveLastPage(deps, applicant.owner, body.last_page))
  serveCall(app, 'saveWebStatus', ({ applicant, body }) => postWebStatus(deps, applicant.owner, body.web_status))
  serveCall(app, 'reportValidations', ({ applicant, body }) => saveValidationReport(deps, applicant.owner, body))
  serveCall(app, 'saveAddAnother', ({ applicant, body, request }) =>
    inOrder(request, (order) => saveAddAnother(deps, applicant.owner, body, order)),
  )
  serveCall(app, 'addAnother', async ({ applicant }) => addAnotherOf(await stored(applicant.owner)))
  serveCall(app, 'saveTab', ({ applicant, body, request }) =>
    inOrder(request, (order) => saveTab(deps, applicant.owner, body, order)),
  )
  serveCall(app, 'tabs', async ({ applicant }) => withoutUndefined((await stored(applicant.owner)).application.tabs))
}

/** What the browser of a request is called, if it says so. */
function browserOf({ 'user-agent': userAgent }: { readonly 'user-agent'?: string | undefined }): string | undefined {
  const browser = browserInWords(userAgent)
  return browser === UNKNOWN_BROWSER ? undefined : browser
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

/** Stores the page an applicant is on: the path of one of the form's pages. */
async function saveLastPage(
  deps: ApplicationDeps,
  owner: string,
  lastPage: string,
): Promise<{ message: string } | Refusal> {
  const { database, form } = deps
  if (!form.pages.some((page) => `/${page.slug}` === lastPage)) return refusal('malformed')
  const { id } = await applicationOf(deps, database.db, owner)
  await database.db.updateTable('application').set({ last_page: lastPage }).where('id', '=', id).execute()
  return { message: say('Your place is saved.') }
}

/**
 * Stores the errors an applicant was shown last: a report for the institution, never a judgment of the application.
 * Keys that no version of the form asked are refused, and those that it does not ask any more left out. A new report replaces the previous one, so at most one payload is stored
 * for each application.
 */
async function saveValidationReport(
  deps: ApplicationDeps,
  owner: string,
  problems: Readonly<Record<string, readonly string[]>>,
): Promise<{ message: string } | Refusal> {
  const known = new Set(deps.form.keys)
  const { asked } = sortedByForm(deps.form, problems)
  const keys = Object.keys(asked).filter((key) => !known.has(key))
  if (keys.length > 0) return refusal('unknown_keys', { keys })
  // Locked, because it is stored as the application is, which may be sealed meanwhile.
  await lockApplication(deps, owner, async ({ id, transaction, isSealed, sealer }) => {
    const report = isSealed
      ? { sealed: sealReport(asked, id, sealer), problems: '{}' }
      : { sealed: null, problems: JSON.stringify(asked) }
    await transaction
      .insertInto('validation_report')
      .values({ application_id: id, ...report })
      .onConflict((conflict) =>
        conflict.column('application_id').doUpdateSet({ ...report, at: sql<Date>`clock_timestamp()` }),
      )
      .execute()
  })
  return { message: say('The report is saved.') }
}

const BURST = 4 * 1024 ** 2 // bytes: a whole application about seventy times

const PER_SECOND = 16 * 1024 // bytes: more than anybody types

/**
 * Milliseconds; a save that would wait longer is refused for now. Less than the three seconds of silence after which the
 * proxies of deploy/ take a server for one that hangs: one account must not take servers out.
 */
const LONGEST_WAIT = 2_000
const ACCOUNTS = 10_000 // of the last saves; after a pause of five minutes nothing counts any more

/**
 * Slows down accounts that save very much data, in each process, so that one account cannot fill the database. Returns
 * the milliseconds to wait before a save of this many bytes, or Infinity if it should be tried again later; then it is
 * not counted. A person who types never waits. Not by the clock of the day: one that is set back would refuse everybody.
 */
export function createSaveDelay(
  now: () => number = () => performance.now(),
): (accountId: string, bytes: number) => number {
  const usage = new LRUCache<string, { readonly bytes: number; readonly at: number }>({ max: ACCOUNTS })
  return (accountId, bytes) => {
    const at = now()
    const last = usage.get(accountId)
    const before = last ? Math.max(0, last.bytes - ((at - last.at) / 1000) * PER_SECOND) : 0
    const wait = Math.max(0, ((before + bytes - BURST) / PER_SECOND) * 1000)
    if (wait > LONGEST_WAIT) return Number.POSITIVE_INFINITY
    usage.set(accountId, { bytes: before + bytes, at })
    return wait
  }
}
