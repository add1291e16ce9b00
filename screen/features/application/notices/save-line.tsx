import { Icon, LinkButton, LiveRegion, Loading, useObserved } from '../../../parts/index.ts'
import { useApplicant, useSnapshot } from '../applicant/index.ts'
import { LinkWithAnswers } from './link-with-answers.tsx'
import styles from './save-line.module.css'
import { reasonFor } from './save-news.ts'
import { useSaveNews } from './use-save-news.ts'

/** Shows whether the answers are saved. A visitor is told how to save them. */
export function SaveLine() {
  const is_logged_in = useSnapshot('is_logged_in')
  const news = useSaveNews()
  return (
    <>
      <div className={styles.line} data-save-line>
        {is_logged_in ? <Saving /> : <Ways />}
      </div>
      <LiveRegion>{is_logged_in && news?.text}</LiveRegion>
    </>
  )
}

const Ways = () => (
  <>
    <LinkWithAnswers to="/signup">Create an account to save</LinkWithAnswers>
    <span className={styles.login}>
      <LinkWithAnswers to="/login">Log in</LinkWithAnswers>
    </span>
  </>
)

function Saving() {
  const { queue } = useApplicant()
  const state = useObserved(queue.subscribe, queue.state)
  switch (state.kind) {
    case 'quiet':
      return null
    case 'waiting':
      return <>Not saved yet</>
    case 'saving':
      return (
        <>
          <Loading size="xs" />
          Saving…
        </>
      )
    case 'saved':
      return (
        <>
          <Icon name="check" className={styles.saved} />
          Saved
        </>
      )
    case 'unsaved':
      return (
        <>
          <Icon name="alert" className={styles.unsaved} />
          <span>
            Not saved yet. {reasonFor(state)} <LinkButton onClick={() => void queue.flush()}>Try now</LinkButton>
          </span>
        </>
      )
  }
}
