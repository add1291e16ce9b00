import { useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { say, toSay } from '../../../engine/index.ts'
import { Button, Notice, sentence, useAction } from '../../parts/index.ts'
import type { Outcome } from './bulk-change.tsx'
import styles from './desk.module.css'
import { deadline, formatTime, listed, statusLabels } from './labels.ts'
import { sentenceOf, staffCall, useStaff } from './staff-call.ts'
import { StaffActions, StaffForm, StaffInput, StaffSelect } from './staff-field.tsx'
import { StaffSection } from './staff-page.tsx'
import { ApplicationLink } from './staff-table.tsx'

type Application = StaffReply<'readApplication'>
type LifeProps = { application: Application; onDone: (outcome: Outcome) => Promise<void> }

/** What has followed the submission, and the ways to ask the applicant for something. */
export function LifeSection({ application, onDone }: LifeProps) {
  const { id, status, reopening, requests, earlier_versions, version, others } = application
  const { may } = useStaff()
  const [busy, run] = useAction(async (work: Work) =>
    onDone(
      await work().then(
        ({ message }) => ({ text: message, isError: false }),
        (error: unknown) => ({ text: sentenceOf(error), isError: true }),
      ),
    ),
  )
  const hasMore = earlier_versions.length + others.length + requests.length > 0
  if (status !== 'submitted' && !hasMore) return null
  return (
    <StaffSection title={say('After the submission')} narrow>
      {earlier_versions.length > 0 && (
        <p>
          <span>{say('Version {version} counts.', { version })}</span>{' '}
          <span>
            {say('Replaced: {versions}', {
              versions: listed(
                earlier_versions.map((each) =>
                  say('version {version} of {time}', { version: each.version, time: formatTime(each.submitted_at) }),
                ),
              ),
            })}
          </span>
        </p>
      )}
      {others.length > 0 && (
        <p>
          <span>{say('Other applications of this account: ')}</span>
          {others.map((other, index) => (
            <span key={other.id}>
              {index > 0 && <span>, </span>}
              <span>
                {sentence('{application} ({status})', {
                  application: (
                    <>
                      <ApplicationLink id={other.id} isDraft={other.reference === null}>
                        {other.term || say('no term yet')}
                      </ApplicationLink>
                      {other.reference && <span translate="no">{` ${other.reference}`}</span>}
                    </>
                  ),
                  status: <span>{statusLabels[other.status]}</span>,
                })}
              </span>
            </span>
          ))}
        </p>
      )}
      {reopening && (
        <Notice title={say('Open for changes {untilWhen}', { untilWhen: deadline(reopening.until) })}>
          <p>
            {sentence('{by}, {time}: {reason}', {
              by: reopening.by,
              time: formatTime(reopening.at),
              reason: reopening.reason,
            })}
          </p>
          {may('act') && (
            <Button
              variant="outline"
              busy={busy}
              onClick={() => run(() => staffCall('closeApplication', undefined, id))}
            >
              {say('Close it now')}
            </Button>
          )}
        </Notice>
      )}
      {requests.length > 0 && <Requests id={id} requests={requests} busy={busy} onTakeBack={run} />}
      {may('act') && status === 'submitted' && (
        <AskForm isOpen={reopening !== null} busy={busy} onAsk={(work) => run(work)} id={id} />
      )}
    </StaffSection>
  )
}

type Work = () => Promise<{ readonly message: string }>

type RequestsProps = {
  id: string
  requests: Application['requests']
  busy: boolean
  onTakeBack: (work: Work) => void
}

/** The documents that were asked for, and what came of it. */
function Requests({ id, requests, busy, onTakeBack }: RequestsProps) {
  const { may } = useStaff()
  return (
    <ul className={styles.list}>
      {requests.map((each) => (
        <li key={each.id}>
          <span>
            {sentence(
              each.state === 'waiting' ? toSay('{title}, {state} {until} ({by})') : toSay('{title}, {state} ({by})'),
              {
                title: each.title,
                state: <span>{stateLabels[each.state]}</span>,
                until: <span>{deadline(each.until)}</span>,
                by: each.by,
              },
            )}
          </span>
          {may('act') && each.state === 'waiting' && (
            <span>
              {' '}
              <Button
                variant="outline"
                size="small"
                busy={busy}
                aria-label={say('Take back: {document}', { document: each.title })}
                onClick={() => onTakeBack(() => staffCall('takeBackRequest', { request: each.id }, id))}
              >
                {say('Take back')}
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const stateLabels = { waiting: 'asked for', answered: 'received', ended: 'no longer asked for' }

type AskFormProps = {
  id: string
  isOpen: boolean
  busy: boolean
  onAsk: (work: Work) => void
}

/** Asks for one document, or opens the whole application, until the end of a day. */
function AskForm({ id, isOpen, busy, onAsk }: AskFormProps) {
  const [picked, setPicked] = useState<'document' | 'changes'>('document')
  const what = isOpen ? 'document' : picked
  const [title, setTitle] = useState('')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const submit = () => {
    onAsk(async () => {
      const done =
        what === 'document'
          ? await staffCall('requestDocument', { title, reason, until }, id)
          : await staffCall('reopenApplication', { reason, until }, id)
      setTitle('')
      setReason('')
      return done
    })
  }
  return (
    <StaffForm onSend={submit}>
      <StaffSelect
        label={say('Ask the applicant')}
        value={what}
        options={[
          ['document', 'for one document'],
          ...(isOpen ? [] : [['changes', 'to change the application and sign it again'] as const]),
        ]}
        onPick={(value) => setPicked(value === 'changes' ? 'changes' : 'document')}
      />
      {what === 'document' && (
        <StaffInput
          label={say('Which document?')}
          required
          maxLength={200}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      )}
      <StaffInput
        label={say('What do you write to the applicant?')}
        hint={say('It is in the mail, and on the applicant’s page.')}
        required
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <StaffInput
        label={say('Through')}
        type="date"
        required
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <StaffActions>
        <Button type="submit" variant="outline" busy={busy}>
          {say('Send it')}
        </Button>
      </StaffActions>
    </StaffForm>
  )
}

type ErasureCall = 'askErasure' | 'cancelErasure' | 'holdApplication'

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
  const [action, setAction] = useState<ErasureCall>('askErasure')
  const [busy, run] = useAction(async (what: ErasureCall) => {
    setAction(what)
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
  const wish = hold ?? erasure
  if (!wish && !may('act')) return null
  const submit = () => {
    run('askErasure')
  }
  return (
    <section className={styles.narrow}>
      <h2>{hold ? say('On hold') : erasure ? say('To be erased') : say('Keep or erase')}</h2>
      {wish ? (
        <Notice kind="stop">
          <p>{sentence('{by}, {time}: {reason}', { by: wish.by, time: formatTime(wish.at), reason: wish.reason })}</p>
        </Notice>
      ) : (
        <StaffForm onSend={submit}>
          <StaffInput
            label={say('Why?')}
            hint={say('Another person must confirm that it is erased. On hold, nobody can erase it.')}
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <StaffActions>
            <Button type="submit" variant="outline" busy={busy && action === 'askErasure'}>
              {say('Ask to erase it')}
            </Button>
            <Button
              variant="outline"
              disabled={reason.trim() === ''}
              busy={busy && action === 'holdApplication'}
              onClick={() => run('holdApplication')}
            >
              {say('Put it on hold')}
            </Button>
          </StaffActions>
        </StaffForm>
      )}
      {erasure && !hold && (erasure.by === person.name || may('administer')) && (
        <StaffActions>
          <Button variant="outline" busy={busy} onClick={() => run('cancelErasure')}>
            {say('Keep it after all')}
          </Button>
        </StaffActions>
      )}
    </section>
  )
}
