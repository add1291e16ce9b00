import { useSyncExternalStore } from 'react'
import { Icon, LinkButton, Loading } from '../../../parts/index.ts'
import { useApplicant, useSnapshot } from '../applicant/index.ts'
import { LinkWithAnswers } from './link-with-answers.tsx'
import styles from './save-line.module.css'

/** Shows whether the answers are saved. A visitor is told how to save them. */
export function SaveLine() {
  const { is_logged_in } = useSnapshot()
  return (
    <div className={styles.line} role="status">
      {is_logged_in ? <Saving /> : <LinkWithAnswers to="/login">Sign in to save</LinkWithAnswers>}
    </div>
  )
}

function Saving() {
  const { queue } = useApplicant()
  const again = <LinkButton onClick={() => void queue.flush()}>Try now</LinkButton>
  const state = useSyncExternalStore(queue.subscribe, queue.state)
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
          Saved {clock.format(new Date(state.at)).replace(/\s.*$/, '')}
        </>
      )
    case 'unsaved':
      return (
        <>
          <Icon name="alert" className={styles.unsaved} />
          {unsaved(state.offline)} {again}
        </>
      )
  }
}

function unsaved(unreached: boolean): string {
  if (!unreached) return 'Not saved: trying again, kept on this device.'
  return navigator.onLine
    ? 'Not saved: the server cannot be reached. Kept on this device.'
    : 'Not saved: offline, kept on this device.'
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
