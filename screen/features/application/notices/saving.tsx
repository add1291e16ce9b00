import { Icon, LinkButton, LiveRegion, Loading, useObserved } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/index.ts'
import styles from './save-line.module.css'
import { reasonFor } from './save-news.ts'
import { useSaveNews } from './use-save-news.ts'

/** Shows whether the answers are saved, and reads it aloud. */
export function Saving() {
  const news = useSaveNews()
  return (
    <>
      <div className={styles.line} data-save-line>
        <State />
      </div>
      <LiveRegion>{news?.text}</LiveRegion>
    </>
  )
}

function State() {
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
