import { useCallback, useEffect, useRef, useState } from 'react'
import { type CallName, needInWords, statusInWords } from '../../../api/browser.ts'
import type { Body, Reply } from '../../../api/index.ts'
import type { DocumentAnswer } from '../../../engine/index.ts'
import { say } from '../../../engine/index.ts'
import { type Call, CallError, type Calls, dayInWords, momentInWords, pageData } from '../../client/index.ts'
import { Button, Dialog, given, Loading, marked, Notice, useAction } from '../../parts/index.ts'
import styles from './own-applications.module.css'

type Own = Reply<'ownApplications'>['applications'][number]

export type OwnApplicationsProps = {
  calls: Calls
  /** What the account has, whenever it was read. */
  onRead: (applications: readonly Own[]) => void
  /** Opens another one, at what it waits for. */
  onOpen: (id: string, request?: string) => Promise<void>
  /** Which parts are wanted: on the receipt all, in the account menu the list. */
  parts: 'all' | 'list'
  /** Changes when something has come that the list should know of. */
  version?: number
}

/** The applications of this account, each as a card with its term and state, and the way to withdraw or apply again. */
export function OwnApplications({ calls, onRead, onOpen, parts, version = 0 }: OwnApplicationsProps) {
  const [own, setOwn] = useState<readonly Own[] | CallError>()
  const heard = useRef(onRead)
  heard.current = onRead
  const read = useCallback(async () => {
    try {
      const { applications } = await calls.call('ownApplications')
      setOwn(applications)
      heard.current(applications)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setOwn(error)
    }
  }, [calls])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is read again
  useEffect(() => void read(), [read, version])
  if (own === undefined) return <Loading />
  if (own instanceof CallError)
    return (
      <Notice kind="error" role="alert">
        <p>{own.message}</p>
        <Button variant="outline" onClick={() => void read()}>
          {say('Try again')}
        </Button>
      </Notice>
    )
  const current = own.find((each) => each.is_current)
  return (
    <div className={styles.parts}>
      {(parts === 'list' || own.length > 1) && (
        <ul className={styles.list}>
          {own.map((each) => (
            <OneApplication key={each.id} application={each} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {parts === 'all' && current && <AfterThis application={current} calls={calls} />}
    </div>
  )
}

/** One of them as a card: its term, where it stands, and the way to open it, at what it waits for. */
function OneApplication({ application, onOpen }: { application: Own; onOpen: OwnApplicationsProps['onOpen'] }) {
  const { id, term, reference, is_current, checklist, requests } = application
  const waiting = requests.find(({ state }) => state === 'waiting')
  const [busy, open] = useAction(() => onOpen(id, waiting?.key))
  const name = term ? say(term) : say('No term chosen yet')
  const need = needInWords(checklist, pageData().institution.time_zone)
  return (
    <li data-needs={need !== undefined || undefined}>
      <span>
        <strong>{name}</strong>
        {need && <span className={styles.need}>{need}</span>}
        <span className={styles.state}>
          {reference && <span translate="no">{`${reference}. `}</span>}
          <span>{marked(stateOf(application))}</span>
        </span>
      </span>
      {is_current ? (
        <span className={styles.state}>{say('This one is open')}</span>
      ) : (
        <Button
          variant={need ? 'main' : 'outline'}
          size="small"
          busy={busy}
          onClick={open}
          aria-label={say('Open: {application}', { application: name })}
        >
          {say('Open')}
        </Button>
      )}
    </li>
  )
}

/** Where an application stands. One that is not submitted is a draft. */
function stateOf({ withdrawn_at, open_until, submitted_at, started_at, checklist }: Own): string {
  if (!submitted_at) return say('Draft, started {day}. Not submitted yet.', { day: dayInWords(started_at) })
  if (withdrawn_at) return say('Withdrawn {day}.', { day: dayInWords(withdrawn_at) })
  const { time_zone } = pageData().institution
  const status = statusInWords(checklist, { withdrawn_at, open_until }, time_zone, given)
  const isSaid = open_until === null && needInWords(checklist, time_zone) !== undefined
  const submitted = say('Submitted {day}.', { day: dayInWords(submitted_at) })
  return isSaid ? submitted : `${submitted} ${status}`
}

/** What can be done with a submitted application: begin another one, or withdraw it. */
function AfterThis({ application: { id, withdrawn_at }, calls }: { application: Own; calls: Calls }) {
  const [asks, setAsks] = useState(false)
  const [starting, start] = useAction(async () => {
    await calls.call('applyAgain')
    window.location.assign('/')
  })
  const [withdrawing, withdraw] = useAction(async () => {
    await calls.call('withdrawApplication', { id })
    window.location.assign('/') // the whole receipt says so
  })
  return (
    <>
      {withdrawn_at && (
        <Notice kind="stop">
          <p>{say('You withdrew this application on {moment}.', { moment: momentInWords(withdrawn_at) })}</p>
        </Notice>
      )}
      <div className={styles.actions}>
        <Button variant="outline" busy={starting} onClick={start}>
          {say('Apply for another term')}
        </Button>
        {!withdrawn_at && (
          <Button variant="outline" onClick={() => setAsks(true)}>
            {say('Withdraw')}
          </Button>
        )}
      </div>
      <p className={styles.state}>
        {say('A new application starts with your name, address and schools. You’ll sign it again.')}
      </p>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        header={say('Withdraw your application?')}
        description={say('We’ll stop reading it. You can’t undo this, but you can apply again.')}
        actions={
          <>
            <Button variant="danger" busy={withdrawing} onClick={withdraw}>
              {say('Withdraw it')}
            </Button>
            <Button variant="outline" onClick={() => setAsks(false)}>
              {say('Keep it')}
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}

/** The calls for the document of a request. The profile does not list it, so the tab remembers what it has sent. */
export function callsForRequest({ call, callOnce }: Calls, key: string): Calls {
  let file: DocumentAnswer | undefined
  const by = (send: Call) => {
    const make = async (name: CallName, payload: unknown): Promise<unknown> => {
      if (name === 'documentAnswer') return file ? { [key]: file } : {}
      if (name === 'startConversion') file = { file_name: (payload as Body<'startConversion'>).file_name, file_size: 0 }
      return (send as (name: CallName, payload: unknown) => Promise<unknown>)(name, payload)
    }
    return make as Call // each reply has the schema of its call
  }
  return { call: by(call), callOnce: by(callOnce) }
}
