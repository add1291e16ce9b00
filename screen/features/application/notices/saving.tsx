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
      return <span>Not saved yet</span>
    case 'saving':
      return (
        <>
          <Loading size="xs" />
          <span>Saving…</span>
        </>
      )
    case 'saved':
      return (
        <>
          <Icon name="check" className={styles.saved} />
          <span>Saved</span>
        </>
      )
    case 'unsaved':
      return (
        <>
          <Icon name="alert" className={styles.unsaved} />
          <span>
            <span>{`Not saved yet. ${reasonFor(state)}`}</span>{' '}
            <LinkButton onClick={() => void queue.flush()}>Try now</LinkButton>
          </span>
        </>
      )
  }
}
