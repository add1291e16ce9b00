import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { CallName } from '../../../api/browser.ts'
import type { Body, Reply } from '../../../api/index.ts'
import type { DocumentAnswer } from '../../../engine/index.ts'
import { type Call, CallError, type Calls } from '../../client/index.ts'
import { Button, Dialog, Loading, Notice, sentence, useAction } from '../../parts/index.ts'
import styles from './own-applications.module.css'
import { dayAndTime, deadline } from './reopened-notice.tsx'

type Own = Reply<'ownApplications'>['applications'][number]
type DocumentRequest = Own['requests'][number]

export type OwnApplicationsProps = {
  calls: Calls
  /** Draws the field for a document that the office asks for; `onSent` once it has come. */
  drawRequest: (request: DocumentRequest, onSent: () => void) => ReactNode
  /** How many documents the office waits for, of the application that the pages show. */
  onRead: (waiting: number) => void
  /** Which parts are wanted: on the receipt all, in the account menu the list. */
  parts: 'all' | 'list'
}

/** The applications of this account, the documents the office asked for, and the way to withdraw or apply again. */
export function OwnApplications({ calls, drawRequest, onRead, parts }: OwnApplicationsProps) {
  const [own, setOwn] = useState<readonly Own[] | CallError>()
  const heard = useRef(onRead)
  heard.current = onRead
  const read = useCallback(async () => {
    try {
      const { applications } = await calls.call('ownApplications')
      setOwn(applications)
      const current = applications.find((each) => each.is_current)
      heard.current(current?.requests.filter(({ state }) => state === 'waiting').length ?? 0)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setOwn(error)
    }
  }, [calls])
  useEffect(() => void read(), [read])
  if (own === undefined) return <Loading />
  if (own instanceof CallError)
    return (
      <Notice kind="error" role="alert">
        <p>{own.message}</p>
        <Button variant="outline" onClick={() => void read()}>
          Try again
        </Button>
      </Notice>
    )
  const current = own.find((each) => each.is_current)
  const requests = own.flatMap((each) =>
    each.requests.filter(({ state }) => state === 'waiting' || (state === 'answered' && each.is_current)),
  )
  return (
    <div className={styles.parts}>
      {parts === 'all' &&
        requests.map((request) => (
          <Request key={request.key} request={request} drawRequest={drawRequest} onSent={() => void read()} />
        ))}
      {(parts === 'list' || own.length > 1) && (
        <ul className={styles.list}>
          {own.map((each) => (
            <OneApplication key={each.id} application={each} calls={calls} />
          ))}
        </ul>
      )}
      {parts === 'all' && current && <AfterThis application={current} calls={calls} />}
    </div>
  )
}

function Request({
  request,
  drawRequest,
  onSent,
}: {
  request: DocumentRequest
  drawRequest: OwnApplicationsProps['drawRequest']
  onSent: () => void
}) {
  const { title, reason, until, state, file_name } = request
  return (
    <section className={styles.request}>
      {state === 'answered' ? (
        <>
          <h3>{title}</h3>
          <p>{file_name ? sentence`We have it, thank you: ${file_name}.` : 'We have it, thank you.'}</p>
        </>
      ) : (
        <>
          <h3>We need a document from you</h3>
          <p>{reason}</p>
          <p>{`You can add it ${deadline(until)}.`}</p>
          {drawRequest(request, onSent)}
        </>
      )}
    </section>
  )
}

/** One of them in a line, with the way to open it. */
function OneApplication({ application, calls }: { application: Own; calls: Calls }) {
  const { id, term, reference, is_current } = application
  const [busy, open] = useAction(async () => {
    await calls.call('openApplication', { id })
    window.location.assign('/')
  })
  const name = term || 'No term chosen yet'
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span className={styles.state}>
          {reference && <span translate="no">{`${reference}. `}</span>}
          <span>{stateOf(application)}</span>
        </span>
      </span>
      {is_current ? (
        <span className={styles.state}>This one is open</span>
      ) : (
        <Button variant="outline" size="small" busy={busy} onClick={open} aria-label={`Open: ${name}`}>
          Open
        </Button>
      )}
    </li>
  )
}

function stateOf({ withdrawn_at, open_until, submitted_at, started_at }: Own): string {
  if (withdrawn_at) return `Withdrawn ${dayAndTime(withdrawn_at)}`
  if (open_until) return `Open for changes ${deadline(open_until)}`
  return submitted_at ? `Submitted ${dayAndTime(submitted_at)}` : `Started ${dayAndTime(started_at)}`
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
          <p>{`You withdrew this application on ${dayAndTime(withdrawn_at)}.`}</p>
        </Notice>
      )}
      <div className={styles.actions}>
        <Button variant="outline" busy={starting} onClick={start}>
          Apply for Another Term
        </Button>
        {!withdrawn_at && (
          <Button variant="outline" onClick={() => setAsks(true)}>
            Withdraw
          </Button>
        )}
      </div>
      <p className={styles.state}>
        A new application starts with your name, address and schools. You’ll sign it again.
      </p>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        header="Withdraw your application?"
        description="We’ll stop reading it. You can’t undo this, but you can apply again."
        actions={
          <>
            <Button variant="danger" busy={withdrawing} onClick={withdraw}>
              Withdraw it
            </Button>
            <Button variant="outline" onClick={() => setAsks(false)}>
              Keep it
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
