import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Notice, sentence, useAction } from '../../parts/index.ts'
import type { Outcome } from './bulk-change.tsx'
import { formatTime } from './format-time.ts'
import { useStaff } from './session-context.ts'
import { sentenceOf, staffCall } from './staff-call.ts'
import { StaffActions, StaffInput } from './staff-field.tsx'

type Application = StaffReply<'readApplication'>
type Deed = 'askErasure' | 'cancelErasure' | 'holdApplication'

/** Asking that an application be erased, which another person must confirm, and keeping it from that. */
export function ErasureSection({
  application: { id, erasure, hold },
  onDone,
}: {
  application: Application
  onDone: (outcome: Outcome) => Promise<void>
}) {
  const { person, may } = useStaff()
  const [reason, setReason] = useState('')
  const [deed, setDeed] = useState<Deed>('askErasure')
  const [busy, run] = useAction(async (what: Deed) => {
    setDeed(what)
    const done = what === 'cancelErasure' ? staffCall(what, undefined, id) : staffCall(what, { reason }, id)
    await onDone(
      await done.then(
        ({ message }) => {
          setReason('')
          return { text: message, isError: false }
        },
        (error: unknown) => ({ text: sentenceOf(error), isError: true }),
      ),
    )
  })
  if (hold) return <Wish title="On hold" wish={hold} />
  if (erasure)
    return (
      <Wish title="To be erased" wish={erasure}>
        {(erasure.by === person.name || may('administer')) && (
          <StaffActions>
            <Button variant="outline" busy={busy} onClick={() => run('cancelErasure')}>
              Keep it after all
            </Button>
          </StaffActions>
        )}
      </Wish>
    )
  if (!may('act')) return null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    run('askErasure')
  }
  return (
    <section>
      <h2>Keep or erase</h2>
      <form onSubmit={submit}>
        <StaffInput
          label="Why?"
          hint="Another person must confirm that it is erased. On hold, nobody can erase it."
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <StaffActions>
          <Button type="submit" variant="outline" busy={busy && deed === 'askErasure'}>
            Ask to erase it
          </Button>
          <Button
            variant="outline"
            disabled={reason.trim() === ''}
            busy={busy && deed === 'holdApplication'}
            onClick={() => run('holdApplication')}
          >
            Put it on hold
          </Button>
        </StaffActions>
      </form>
    </section>
  )
}

function Wish({
  title,
  wish,
  children,
}: {
  title: string
  wish: NonNullable<Application['hold']>
  children?: ReactNode
}) {
  return (
    <section>
      <h2>{title}</h2>
      <Notice kind="stop">
        <p>{sentence`${wish.by}, ${formatTime(wish.at)}: ${wish.reason}`}</p>
      </Notice>
      {children}
    </section>
  )
}
