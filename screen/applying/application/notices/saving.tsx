import { useEffect, useState } from 'react'
import { say } from '../../../../engine/index.ts'
import { Icon, LinkButton, LiveRegion, Loading, lazyPart, useObserved } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'
import type { SaveState } from '../saving/save-queue.ts'
import styles from './notices.module.css'

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
    <span>{say('Saved')}</span>
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
      return <span>{say('Not saved yet')}</span>
    case 'saving':
      return (
        <>
          <Loading size="xs" />
          <span>{say('Saving…')}</span>
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
            <span>{`${say('Not saved yet.')} ${reasonFor(state)}`}</span>{' '}
            <LinkButton onClick={() => void queue.flush()}>{say('Try now')}</LinkButton>
          </span>
        </>
      )
  }
}

/** What to read aloud about saving. */
export function useSaveNews(): SaveNews | undefined {
  const { queue, conflicts } = useApplicant()
  const [news, setNews] = useState<SaveNews>()
  useEffect(() => {
    const listen = () => {
      const isAsked = Object.keys(conflicts.get()).length > 0 // then not all answers are saved
      setNews((before) => (isAsked && queue.state().kind === 'saved' ? before : newsAfter(before, queue.state())))
    }
    listen()
    return queue.subscribe(listen)
  }, [queue, conflicts])
  return news
}

/** What was last read aloud about saving. */
export type SaveNews = { readonly kind: 'saved' | 'unsaved'; readonly text: string }

/**
 * What to read aloud after a change: only whether answers are saved, and only when that has changed. Every field is
 * saved when it is left, and an answer that cannot be sent is tried again and again; reading each of these would talk
 * over the questions.
 */
export function newsAfter(before: SaveNews | undefined, state: SaveState): SaveNews | undefined {
  if (state.kind !== 'saved' && state.kind !== 'unsaved') return before
  if (before?.kind === state.kind) return before
  if (state.kind === 'unsaved')
    return { kind: 'unsaved', text: `${say('Your answers aren’t saved yet.')} ${reasonFor(state)}` }
  return { kind: 'saved', text: before ? say('Your answers are saved again.') : say('All your answers are saved.') }
}

/** Why answers are not saved yet. All of them are on this device. */
export function reasonFor({ offline }: Extract<SaveState, { kind: 'unsaved' }>): string {
  if (!offline) return say('We’ll keep trying.')
  return navigator.onLine ? say('We can’t reach the server.') : say('You’re offline.')
}
