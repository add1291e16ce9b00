import { useNavigate } from 'react-router'
import type { Page } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { Actions, Button } from '../../parts/index.ts'
import { useApplicant, useApplicantTools, useSnapshot } from './applicant-context.ts'
import { focusSummary } from './error-summary.tsx'
import { postWebStatus } from './post-web-status.ts'
import { useStepping } from './stepping.tsx'
import { submitApplication } from './submit-application.ts'
import { useAction } from './use-action.ts'
import { useCarry } from './use-carry.ts'
import { useTellNotSaved } from './use-tell-not-saved.ts'

/** The last row of a form page: Previous, Save, and Save and Continue or Submit (specification §2). */
export function FormActions({ page }: { page: Page }) {
  const { store } = useApplicant()
  const navigate = useNavigate()
  const { pages } = store.form
  const at = pages.indexOf(page)
  const previous = pages[at - 1]
  const next = pages[at + 1]
  const back = previous && (
    <Button variant="quiet" flush="start" leading="chevron-left" onClick={() => void navigate(`/${previous.slug}`)}>
      Previous
    </Button>
  )
  return (
    <Actions back={back}>
      <SaveButton />
      {next ? <ContinueButton to={`/${next.slug}`} /> : <SubmitButton />}
    </Actions>
  )
}

function SaveButton() {
  const { store, queue } = useApplicant()
  const { is_logged_in } = useSnapshot()
  const carry = useCarry()
  const tellNotSaved = useTellNotSaved()
  const [busy, save] = useAction(async () => {
    store.commitAll()
    if (!(await queue.flush())) tellNotSaved()
  })
  return (
    <Button variant="outline" busy={busy} onClick={is_logged_in ? save : () => carry('/signup')}>
      Save
    </Button>
  )
}

function ContinueButton({ to }: { to: string }) {
  const { is_logged_in } = useSnapshot()
  const stepping = useStepping()
  const carry = useCarry()
  return (
    <Button
      size="continue"
      trailing="chevron-right"
      busy={stepping.busy}
      onClick={() => (is_logged_in ? stepping.goTo(to) : carry('/signup'))}
    >
      Save and Continue
    </Button>
  )
}

function SubmitButton() {
  const { applicant, queryClient, onSubmitted } = useApplicantTools()
  const { is_logged_in } = useSnapshot()
  const carry = useCarry()
  const navigate = useNavigate()
  const tellNotSaved = useTellNotSaved()
  const [busy, submit] = useAction(async () => {
    const result = await submitApplication(applicant, (status) => postWebStatus(queryClient, status))
    if (result.outcome === 'submitted') onSubmitted(result.receipt)
    else if (result.outcome === 'not saved') tellNotSaved()
    else {
      const route = pageData().institution.route_after_failed_submit
      if (route !== null) await navigate(route)
      requestAnimationFrame(focusSummary) // it is drawn by then, also when it is new
    }
  })
  return (
    <Button size="submit" busy={busy} onClick={is_logged_in ? submit : () => carry('/signup')}>
      Submit
    </Button>
  )
}
