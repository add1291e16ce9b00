import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { originalPath, packetPath } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import { languageInWords, say, toSay } from '../../../engine/index.ts'
import {
  Button,
  buttonLook,
  Dialog,
  Notice,
  openInNewTab,
  Status,
  sentence,
  useAction,
  VisuallyHidden,
} from '../../parts/index.ts'
import { Link, useLocation } from '../../router/index.ts'
import { BulkChange, type Outcome, OutcomeNotice } from './bulk-change.tsx'
import styles from './desk-pages.module.css'
import { formatDate, formatTime, handedOverLabels, mailLabels, pdfLabels, statusLabels } from './labels.ts'
import { ErasureSection, LifeSection } from './life-section.tsx'
import { saveFile } from './save-file.ts'
import { asStaffError, type StaffError, sentenceOf, staffCall, useStaff } from './staff-call.ts'
import { StaffActions, StaffForm, StaffInput, StaffText } from './staff-field.tsx'
import { Fact, Facts, Loaded, PageTitle, StaffSection } from './staff-page.tsx'
import { ApplicationLink } from './staff-table.tsx'
import { RefusalNotice, useStaffAction } from './use-staff-action.tsx'
import { standing, WORK } from './work-lists.tsx'

type Application = StaffReply<'readApplication'>

/** An application as staff handle it, beside its answers, which open in a tab of their own. */
export function ApplicationPage() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? ''
  const application = useQuery({
    queryKey: ['application', id],
    queryFn: () => staffCall('readApplication', undefined, id),
  })
  return (
    <>
      <p>
        <Link to="/staff">{say('Back to the applications')}</Link>
      </p>
      <Loaded query={application} title={say('Application')}>
        {(data) => <Shown key={data.id} application={data} />}
      </Loaded>
    </>
  )
}

function Shown({ application }: { application: Application }) {
  const { may } = useStaff()
  const queries = useQueryClient()
  const { id, name, email, withdrawal } = application
  const [outcome, setOutcome] = useState<Outcome>()
  const people = useQuery({ queryKey: ['people'], queryFn: () => staffCall('listStaff') })
  const readAgain = async (changed: Outcome) => {
    setOutcome(changed)
    await Promise.all([['application', id], WORK].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  return (
    <>
      <PageTitle title={name || email || say('No name yet')}>
        {name || email ? <span translate="no">{name || email}</span> : say('No name yet')}
      </PageTitle>
      {withdrawal && (
        <Notice kind="stop" title={say('Withdrawn by the applicant, {time}', { time: formatTime(withdrawal.at) })}>
          <p translate="no">{withdrawal.reason}</p>
        </Notice>
      )}
      <StaffActions>
        <OpenView id={id} onProblem={(text) => setOutcome({ text, isError: true })} />
        {may('sensitive') && application.submitted_at !== null && (
          <a className={buttonLook({ variant: 'outline' })} href={packetPath(id)}>
            {say('Packet (PDF)')}
          </a>
        )}
      </StaffActions>
      <OutcomeNotice outcome={outcome} />
      {application.duplicates_of.length > 0 && (
        <Notice title={say('Possibly the same person')}>
          <ul>
            {application.duplicates_of.map((other) => (
              <li key={other.id}>
                {sentence('{application} ({status})', {
                  application: (
                    <>
                      <ApplicationLink id={other.id} isDraft={other.reference === null}>
                        {other.name ? <span translate="no">{other.name}</span> : say('No name yet')}
                      </ApplicationLink>
                      {other.reference && <span translate="no">{` ${other.reference}`}</span>}
                    </>
                  ),
                  status: <span>{statusLabels[other.status]}</span>,
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {may('act') && <BulkChange rows={[application]} people={people.data?.people ?? []} onDone={readAgain} />}
      <ApplicationFacts application={application} />
      {may('reveal') && application.submitted_at !== null && <RevealSsn id={id} />}
      {may('act') && <AccountSection application={application} onDone={readAgain} />}
      <LifeSection application={application} onDone={readAgain} />
      <Notes id={id} notes={application.notes} />
      {may('held_data') && <HeldData id={id} reference={application.reference} />}
      <ErasureSection application={application} onDone={readAgain} />
    </>
  )
}

function OpenView({ id, onProblem }: { id: string; onProblem: (text: string) => void }) {
  const [busy, open] = useAction(async () => {
    try {
      await openInNewTab(async () => (await staffCall('openApplication', undefined, id)).url)
    } catch (error) {
      onProblem(sentenceOf(error))
    }
  })
  return (
    <Button busy={busy} onClick={open}>
      {say('Read the application')}
    </Button>
  )
}

/** What staff know about an application beside its answers. */
function ApplicationFacts({ application }: { application: Application }) {
  const { handling, history, mails, files, deliveries } = application
  return (
    <div className={styles.sections}>
      <section>
        <h2>{say('Application')}</h2>
        <Facts>
          <Fact label={say('Status')}>{standing(application)}</Fact>
          <Fact label={say('Reference number')}>
            {application.reference === null ? (
              say('Not submitted')
            ) : (
              <span translate="no">{application.reference}</span>
            )}
          </Fact>
          <Fact label={say('Date of birth')}>{formatDate(application.birth_date)}</Fact>
          <Fact label={say('E-mail')}>
            <span translate="no">{application.email}</span>
          </Fact>
          <Fact label={say('Term')}>{application.term}</Fact>
          <Fact label={say('Major')}>{application.major}</Fact>
          <Fact label={say('Kind')}>{application.kind}</Fact>
          {application.answered_in && (
            <Fact label={say('Answered in')}>{languageInWords(application.answered_in)}</Fact>
          )}
          <Fact label={say('Assigned to')}>
            {handling.assignee ? sentence('{name}', { name: handling.assignee.name }) : 'Nobody'}
          </Fact>
          <Fact label={say('Application PDF')}>{pdfLabels[application.pdf]}</Fact>
        </Facts>
      </section>
      <section>
        <h2>{say('History')}</h2>
        <ol className={styles.list}>
          {history.map(({ at, what }) => (
            <li key={`${at} ${what}`}>
              {say('{time}: {what}', { time: formatTime(at), what: historyLabels[what] ?? what })}
            </li>
          ))}
          <li>{say('Last saved {time}', { time: formatTime(application.saved_at) })}</li>
        </ol>
      </section>
      <List title={say('Documents')} empty={say('No documents.')}>
        {files.map(({ question, name, state, scan, signature, original }) => (
          <li key={`${question} ${name}`}>
            <span>
              {sentence(scan ? toSay('{question}: {file}, {state}, {scan}') : toSay('{question}: {file}, {state}'), {
                question: <span>{question}</span>,
                file: name,
                state: <span>{state}</span>,
                scan: <span>{scan}</span>,
              })}
            </span>
            {signature && <p translate="no">{signature[0]?.toUpperCase() + signature.slice(1)}</p>}
            {original && <OriginalButton id={application.id} document={original} name={name} />}
          </li>
        ))}
      </List>
      <List title={say('Mails')} empty={say('No mails.')}>
        {mails.map(({ kind, at, state }) => (
          <li key={`${kind} ${at}`}>
            {say('{time}: {subject}, {state}', {
              time: formatTime(at),
              subject: kind === 'receipt' ? 'Receipt' : kind.replaceAll('_', ' '),
              state: mailLabels[state].toLowerCase(),
            })}
          </li>
        ))}
      </List>
      <List title={say('Handed over')} empty={say('Not handed over yet.')}>
        {deliveries.map(({ target, at, state, reason }) => (
          <li key={target}>
            {say(reason ? toSay('{time}: {system}, {state}: {reason}') : toSay('{time}: {system}, {state}'), {
              time: formatTime(at),
              system: target,
              state: handedOverLabels[state].toLowerCase(),
              reason: reason ?? '',
            })}
          </li>
        ))}
      </List>
    </div>
  )
}

/** The original of a signed document, which nothing was removed from: only for checking its signature. */
function OriginalButton({ id, document, name }: { id: string; document: string; name: string }) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  return (
    <>
      <Button variant="outline" size="small" leading="download" onClick={() => setAsked(true)}>
        <span>{say('Original with its signature')}</span>
        <VisuallyHidden translate="no">{` ${name}`}</VisuallyHidden>
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        header={say('Download the original?')}
        description={say(
          'This is the file as the applicant sent it. It may contain scripts and links, which we remove from all that you read here. Open it only to check its signature, in a PDF reader that is up to date. The record will hold your name.',
        )}
        actions={
          <>
            <a className={buttonLook({})} href={originalPath(id, document)} download onClick={close}>
              {say('Download')}
            </a>
            <Button variant="outline" onClick={close}>
              {say('Cancel')}
            </Button>
          </>
        }
      />
    </>
  )
}

const historyLabels: Readonly<Record<string, string>> = {
  started: 'Started',
  validating: 'Pressed Submit',
  submitted: 'Submitted',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
}

const List = ({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) => (
  <section>
    <h2>{title}</h2>
    {children.length > 0 ? <ul className={styles.list}>{children}</ul> : <p>{empty}</p>}
  </section>
)

type AccountSectionProps = {
  application: Pick<StaffReply<'readApplication'>, 'id' | 'email'>
  onDone: (outcome: Outcome) => Promise<void>
}

/** Help for an applicant who calls and can't log in, or has lost a phone. */
function AccountSection({ application: { id, email }, onDone }: AccountSectionProps) {
  const [busy, help] = useAction(async (what: 'password_link' | 'end_sessions') =>
    onDone(
      await staffCall('helpWithAccount', { what }, id).then(
        ({ message }) => ({ text: message, isError: false }),
        (error: unknown) => ({ text: sentenceOf(error), isError: true }),
      ),
    ),
  )
  return (
    <StaffSection title={say('Account')} narrow>
      <p>
        <span>{say('The applicant logs in with')}</span> <span translate="no">{email}</span>
        <span>.</span>
      </p>
      <StaffActions>
        <Button variant="outline" busy={busy} onClick={() => help('password_link')}>
          {say('Email a link for a new password')}
        </Button>
        <Button variant="outline" busy={busy} onClick={() => help('end_sessions')}>
          {say('Log out everywhere')}
        </Button>
      </StaffActions>
    </StaffSection>
  )
}

type NotesProps = {
  id: string
  notes: StaffReply<'readApplication'>['notes']
}

/** What staff have written about an application. Notes are added, and never changed or removed. */
function Notes({ id, notes }: NotesProps) {
  const { may } = useStaff()
  const [text, setText] = useState('')
  const action = useStaffAction('application')
  const add = () => {
    action.run(async () => {
      await staffCall('addNote', { text }, id)
      setText('') // what was refused stays
      return { message: 'The note was added.' }
    })
  }
  return (
    <section className={styles.notes}>
      <h2>{say('Notes')}</h2>
      {notes.length === 0 && <p>{say('No notes yet.')}</p>}
      <ol>
        {notes.map(({ by, at, text: written }) => (
          <li key={`${at} ${by}`}>
            <p className={styles.by}>{sentence('{by}, {time}', { by, time: formatTime(at) })}</p>
            <p className={styles.text} translate="no">
              {written}
            </p>
          </li>
        ))}
      </ol>
      {may('act') && (
        <StaffForm onSend={add}>
          <StaffText
            label={say('Add a note')}
            required
            maxLength={10_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <StaffActions>
            <Button type="submit" variant="outline" busy={action.busy}>
              {say('Add')}
            </Button>
          </StaffActions>
          {action.notices}
        </StaffForm>
      )}
    </section>
  )
}

const SHOWN = 60_000 // ms

/** Shows the Social Security number in full, for a reason, for a minute. */
function RevealSsn({ id }: { id: string }) {
  const [reason, setReason] = useState('')
  const [ssn, setSsn] = useState<string>()
  const [problem, setProblem] = useState<StaffError>()
  const [busy, reveal] = useAction(async () => {
    try {
      setSsn((await staffCall('revealSsn', { reason }, id)).ssn)
      setProblem(undefined)
      setReason('')
    } catch (error) {
      setProblem(asStaffError(error))
    }
  })
  useEffect(() => {
    if (ssn === undefined) return undefined
    const hiding = setTimeout(() => setSsn(undefined), SHOWN)
    return () => clearTimeout(hiding)
  }, [ssn])
  return (
    <StaffSection title={say('Social Security number')} narrow>
      {ssn === undefined ? (
        <StaffForm onSend={reveal}>
          <StaffInput
            label={say('Why do you need it?')}
            hint={say('The record will hold your name and this reason.')}
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <StaffActions>
            <Button type="submit" variant="outline" busy={busy}>
              {say('Show the number')}
            </Button>
          </StaffActions>
        </StaffForm>
      ) : (
        <>
          <Status as="p">{ssn === '' ? say('None was given.') : <strong translate="no">{ssn}</strong>}</Status>
          <StaffActions>
            <Button variant="outline" onClick={() => setSsn(undefined)}>
              {say('Hide')}
            </Button>
          </StaffActions>
        </>
      )}
      <RefusalNotice problem={problem} />
    </StaffSection>
  )
}

/** Makes the file that the applicant's own Your data has, for somebody who asks for it by letter. */
function HeldData({ id, reference }: { id: string; reference: string | null }) {
  const [reason, setReason] = useState('')
  const action = useStaffAction()
  const make = async () => {
    const held = await staffCall('makeHeldData', { reason }, id)
    const file = new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' })
    saveFile(`held-data-${reference ?? id}.json`, file)
    setReason('')
    return { message: 'The file is in your downloads. Give it to nobody but the applicant.' }
  }
  const submit = () => {
    action.run(make)
  }
  return (
    <StaffSection title={say('Everything held')} narrow>
      <StaffForm onSend={submit}>
        <StaffInput
          label={say('Who asks for the file?')}
          hint={say('Such as “her letter of November 20”. The record will hold your name and this.')}
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <StaffActions>
          <Button type="submit" variant="outline" busy={action.busy}>
            {say('Make the file')}
          </Button>
        </StaffActions>
      </StaffForm>
      {action.notices}
    </StaffSection>
  )
}
