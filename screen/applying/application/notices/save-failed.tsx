import { useState } from 'react'
import { ownErrors } from '../../../../api/browser.ts'
import { pageOf, questionLabel, say } from '../../../../engine/index.ts'
import { Button, Dialog, LinkButton, Notice, useObserved } from '../../../parts/index.ts'
import { Link, useLocation } from '../../../router/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'

type SaveFailedProps = { open: boolean; busy: boolean; onRetry: () => void; onLeave: () => void; onStay: () => void }

/** Shown when answers could not be saved before going to another page (requirement 2.navigation.20). */
export function SaveFailed({ open, busy, onRetry, onLeave, onStay }: SaveFailedProps) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      header={say('Your answers aren’t saved yet')}
      description={say(
        'We can’t save your answers right now. They’re safe on this device, and we’ll save them as soon as we can.',
      )}
      actions={
        <>
          <Button busy={busy} onClick={onRetry}>
            {say('Try again')}
          </Button>
          <Button variant="outline" onClick={onLeave}>
            {say('Continue anyway')}
          </Button>
        </>
      }
    />
  )
}

/**
 * Reports an error in rendering a page (requirement 8.uncaught.1). After closing the dialog, the person can go to other
 * pages or try this one again.
 */
export function UnexpectedError({ onRetry }: { onRetry: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Notice kind="stop" title={say('We couldn’t show this page.')}>
        <LinkButton onClick={onRetry}>{say('Try again')}</LinkButton>
      </Notice>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        header={say('Unexpected Error')}
        description={say(ownErrors.unexpected.message)}
        actions={<Button onClick={onRetry}>{say('Try again')}</Button>}
      />
    </>
  )
}

/** Lists the answers that the server refused; the others are saved (Q23). */
export function RefusedAnswers() {
  const { queue, store } = useApplicant()
  const { pathname } = useLocation()
  const refused = useObserved(queue.subscribe, queue.refused)
  // What this page does not ask, as after an update, nobody can change: it is tried again at the next visit.
  const asked = refused.filter((key) => store.form.keys.includes(key))
  if (asked.length === 0) return null
  const { answer } = store.current()
  return (
    <Notice kind="stop" title={say('We couldn’t save these answers. Please change them.')} role="alert">
      <ul>
        {asked.map((key) => (
          <li key={key}>
            <Link to={`/${pageOf(store.form, key) ?? pathname.slice(1)}#${key}`}>
              {questionLabel(store.form, key, answer)}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
