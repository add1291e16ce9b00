import { pageData, unsentError } from '../../../client/index.ts'
import { useDocumentActions } from '../../../fields/index.ts'
import { Button, useAction, useToast } from '../../../parts/index.ts'
import { useNavigate } from '../../../router/index.ts'
import { useApplicantDeps, usePassAnswers, useSnapshot, useTellNotSaved } from '../applicant/index.ts'
import { focusSummary } from './focus-summary.ts'
import { postWebStatus } from './post-web-status.ts'
import { submitApplication } from './submit-application.ts'

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
    else {
      const route = pageData().institution.route_after_failed_submit
      if (route !== null) await navigate(route)
      requestAnimationFrame(focusSummary) // it has been rendered by then, even if it is new
    }
  })
  return (
    <Button size="submit" busy={busy} onClick={is_logged_in ? submit : () => passAnswers('/signup')}>
      Submit
    </Button>
  )
}
