import type { Page } from '../../../../engine/index.ts'
import { Actions, Button, useAction } from '../../../parts/index.ts'
import { useNavigate } from '../../../router/index.ts'
import { useApplicant, usePassAnswers, useSnapshot, useTellNotSaved } from '../applicant/index.ts'
import { usePageNavigation } from '../navigation/index.ts'

/** The last row of a form page: Previous, Save, and Save and Continue (requirements 2.buttons). Submit is with the signatures. */
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
      {next && <ContinueButton to={`/${next.slug}`} />}
    </Actions>
  )
}

function SaveButton() {
  const { store, queue } = useApplicant()
  const is_logged_in = useSnapshot('is_logged_in')
  const passAnswers = usePassAnswers()
  const tellNotSaved = useTellNotSaved()
  const [busy, save] = useAction(async () => {
    store.commitAll()
    if (!(await queue.flush())) tellNotSaved()
  })
  return (
    <Button variant="outline" busy={busy} onClick={is_logged_in ? save : () => passAnswers('/signup')}>
      Save
    </Button>
  )
}

function ContinueButton({ to }: { to: string }) {
  const is_logged_in = useSnapshot('is_logged_in')
  const navigation = usePageNavigation()
  const passAnswers = usePassAnswers()
  return (
    <Button
      size="continue"
      trailing="chevron-right"
      busy={navigation.busy}
      onClick={() => (is_logged_in ? navigation.goTo(to) : passAnswers('/signup'))}
    >
      Save and Continue
    </Button>
  )
}
