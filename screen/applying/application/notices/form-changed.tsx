import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../../api/index.ts'
import { say } from '../../../../engine/index.ts'
import { otherEdition } from '../../../client/index.ts'
import { Button, Notice, useAction, useObserved } from '../../../parts/index.ts'
import { useApplicant, useSnapshot } from '../applicant/applicant-context.ts'
import styles from './notices.module.css'

/**
 * What this applicant reads otherwise in the form that was published since the page was opened. Whom nothing concerns is
 * told nothing. The page goes on as it is until they want the new form; a submission that was refused for it comes here.
 */
export function FormChanged() {
  const { call, queue } = useApplicant()
  const is_logged_in = useSnapshot('is_logged_in')
  const other = useObserved(otherEdition.subscribe, otherEdition.get)
  const isRefused = other?.isRefused ?? false
  const [differences, setDifferences] = useState<Reply<'formChanges'>['differences']>([])
  useEffect(() => {
    // Without a reply nothing is told now: whoever submits is told by the server.
    if (is_logged_in && other)
      void call('formChanges').then(
        (reply) => setDifferences(reply.differences),
        () => {},
      )
  }, [call, is_logged_in, other])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isRefused) place.current?.focus()
  }, [isRefused])
  // Everything typed is stored first. The page that comes reads it again.
  const [busy, showNew] = useAction(async () => {
    await queue.flush()
    window.location.reload()
  })
  if (differences.length === 0 && !isRefused) return null
  return (
    <div ref={place} tabIndex={-1} className={styles.notice}>
      <Notice title={say('We changed the form after you opened it')}>
        <p>
          {differences.length > 0
            ? say('Your answers are kept. This is new for you:')
            : say('Your answers are kept. Look through the new form, then submit.')}
        </p>
        <ul className={styles.changes}>
          {differences.map(({ key, was, is }) => (
            <li key={key}>
              {was !== '' && <del>{was}</del>}
              {is !== '' && <ins>{is}</ins>}
            </li>
          ))}
        </ul>
        <Button busy={busy} onClick={showNew}>
          {say('Show the new form')}
        </Button>
      </Notice>
    </div>
  )
}
