import { say } from '../../../../engine/index.ts'
import { Button } from '../../../parts/index.ts'
import { useLocation, useNavigate } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/applicant-context.ts'
import { usePageNavigation } from '../navigation/page-navigation.tsx'
import { REVIEWED } from '../submitting/focus-summary.ts'
import styles from './form-page.module.css'

/** The way back to the row of an answer, for somebody who came from there to change it. */
export function BackToAnswers() {
  const { pages } = useApplicant().store.form
  const { state } = useLocation()
  const navigate = useNavigate()
  const navigation = usePageNavigation()
  const is_logged_in = useSnapshot('is_logged_in')
  const to = `/${pages.at(-1)?.slug}#${Object(state)[REVIEWED]}`
  return (
    <div className={styles.back}>
      <Button
        variant="outline"
        leading="chevron-left"
        busy={navigation.busy}
        onClick={() => (is_logged_in ? navigation.goTo(to) : void navigate(to))}
      >
        {say('Back to your answers')}
      </Button>
    </div>
  )
}
