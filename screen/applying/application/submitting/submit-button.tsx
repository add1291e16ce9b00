import type { WebStatus } from '../../../../api/browser.ts'
import type { Reply } from '../../../../api/index.ts'
import type { Problem } from '../../../../engine/index.ts'
import { say } from '../../../../engine/index.ts'
import { CallError, otherEdition, pageData, unsentError } from '../../../client/index.ts'
import { useDocumentActions } from '../../../fields/index.ts'
import { Button, useAction, useToast } from '../../../parts/index.ts'
import { useNavigate } from '../../../router/index.ts'
import type { Applicant } from '../applicant/applicant.ts'
import { useApplicantDeps, usePassAnswers, useSnapshot, useTellNotSaved } from '../applicant/applicant-context.ts'
import { focusSummary, reportProblems } from './focus-summary.ts'
import { postWebStatus } from './post-web-status.ts'

/** Submits, or shows what is missing (requirements 4.status). Loaded with the last page. */
export function SubmitButton() {
  const { applicant, onSubmitted } = useApplicantDeps()
  const is_logged_in = useSnapshot('is_logged_in')
  const passAnswers = usePassAnswers()
  const navigate = useNavigate()
  const tellNotSaved = useTellNotSaved()
  const showToast = useToast()
  const { isUnsent } = useDocumentActions()
  const [busy, submit] = useAction(async () => {
    if (isUnsent()) {
      const { title = '', message } = unsentError()
      showToast({ severity: 'error', title, text: message })
      return
    }
    const result = await submitApplication(applicant, postWebStatus)
    if (result.outcome === 'submitted') onSubmitted(result.receipt)
    else if (result.outcome === 'not saved') tellNotSaved()
    else if (result.outcome === 'form changed') otherEdition.set({ tag: '', ...otherEdition.get(), isRefused: true })
    else {
      const route = pageData().institution.route_after_failed_submit
      if (route !== null) await navigate(route)
      requestAnimationFrame(focusSummary) // it has been rendered by then, even if it is new
    }
  })
  return (
    <Button size="submit" busy={busy} onClick={is_logged_in ? submit : () => passAnswers('/signup')}>
      {say('Submit')}
    </Button>
  )
}

export type Submission =
  | { readonly outcome: 'not saved' }
  | { readonly outcome: 'incomplete' }
  | { readonly outcome: 'form changed' }
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
    if (error instanceof CallError && error.code === 'form_changed') return { outcome: 'form changed' }
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
