import type { WebStatus } from '../../../../api/browser.ts'
import type { Reply } from '../../../../api/index.ts'
import type { Problem } from '../../../../engine/index.ts'
import { CallError } from '../../../client/index.ts'
import type { Applicant } from '../applicant/index.ts'
import type { postWebStatus } from './post-web-status.ts'
import { reportProblems } from './report-problems.ts'

export type Submission =
  | { readonly outcome: 'not saved' }
  | { readonly outcome: 'incomplete' }
  | { readonly outcome: 'submitted'; readonly receipt: Reply<'submit'> }

/** The statuses still to be posted before the answers are checked (requirements 4.status). */
export const statusesBefore: Readonly<Record<WebStatus | 'none', readonly WebStatus[]>> = {
  none: ['started', 'validating'],
  started: ['validating'],
  validating: [],
  submitted: [],
}

/**
 * Saves, sets the status to validating, checks the answers, reports any problems to the server, and submits if there
 * are none (requirements 4.status). Throws the error of a failed call, unless the server says which answers it refuses.
 */
export async function submitApplication(
  { store, queue, snapshot, call }: Applicant,
  postStatus: typeof postWebStatus,
): Promise<Submission> {
  store.commitAll()
  if (!(await queue.flush())) return { outcome: 'not saved' }
  for (const web_status of statusesBefore[snapshot.get().web_status]) {
    await postStatus(web_status, call)
    snapshot.set({ ...snapshot.get(), web_status })
  }
  store.refuse([])
  store.showProblems(true)
  if (store.problems().length > 0) {
    reportProblems(store.problems(), call)
    return { outcome: 'incomplete' }
  }
  try {
    return { outcome: 'submitted', receipt: await call('submit') }
  } catch (error) {
    const found = error instanceof CallError ? problemsIn(error.details) : []
    if (found.length === 0) throw error
    store.refuse(found)
    return { outcome: 'incomplete' }
  }
}

/** The problems listed in the reply to a refused submission. */
function problemsIn(details: unknown): readonly Problem[] {
  const problems = typeof details === 'object' && details !== null && 'problems' in details ? details.problems : []
  return Array.isArray(problems) ? problems.filter(isProblem) : []
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  ['page', 'key', 'message'].every((name) => typeof Reflect.get(value, name) === 'string')
