import { Icon, LinkButton, LiveRegion, Loading, lazyPart, useObserved } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/index.ts'
import styles from './messages.module.css'
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

const AnswersToChoose = lazyPart(async () => (await import('./differences.tsx')).AnswersToChoose)

const Saved = () => (
  <>
    <Icon name="check" className={styles.saved} />
    <span>Saved</span>
  </>
)

function State() {
  const { queue, conflicts } = useApplicant()
  const asks = useObserved(conflicts.subscribe, conflicts.get)
  const isAsked = Object.keys(asks).length > 0
  const state = useObserved(queue.subscribe, queue.state)
  switch (state.kind) {
    case 'quiet':
      return isAsked ? <AnswersToChoose asks={asks} /> : null
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
      return isAsked ? (
        <AnswersToChoose asks={asks}>
          <Saved />
        </AnswersToChoose>
      ) : (
        <Saved />
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
