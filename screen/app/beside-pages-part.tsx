import { useEffect, useState } from 'react'
import type { Form } from '../../engine/index.ts'
import { say, sayCount } from '../../engine/index.ts'
import { TooLate, useSnapshot } from '../applying/application/index.ts'
import { CallError, call } from '../client/index.ts'
import { UploadFailures } from '../documents/documents/index.ts'
import { Button, Dialog, LiveRegion, lazyPart, sentence } from '../parts/index.ts'
import type { Session } from './create-session.ts'
import { IDLE_AFTER, type LastActivity, PROMPT_BEFORE } from './other-tabs.ts'
import { accountIn } from './presence.ts'
import { createTabSync, thisTab } from './tab-sync.ts'

/** The applications of this person, behind the part that is fetched anyway: the first page names few files. */
export const OwnApplications = lazyPart(async () => (await import('./after-submission-part.tsx')).OwnApplicationsPart)

const ApplicationNotices = lazyPart(
  async () => (await import('../applying/own-applications/index.ts')).ApplicationNotices,
)

/**
 * What runs beside every page, loaded after the first one: tab sync, the idle monitor, messages about failed
 * uploads, what the applications of the account wait for, and the checks for developers. It is drawn above the page.
 */
export function IdleMonitor({ session }: { session: Session }) {
  const is_logged_in = useSnapshot('is_logged_in')
  useEffect(() => createTabSync(session, thisTab(session)), [session])
  return (
    <>
      {is_logged_in && (
        <ApplicationNotices
          profileSource={session.profileSource}
          news={session.matter.news}
          onOpen={session.openApplication}
        />
      )}
      <UploadFailures documents={session.documents} />
      {is_logged_in && <TooLate />}
      <DevelopmentChecks form={session.applicant.store.form} />
      {is_logged_in && <IdleWarning session={session} />}
    </>
  )
}

/**
 * Asks a person who has been inactive for long whether to stay logged in (requirements 4.idle.2 and 4.idle.3). Render
 * it only for people who are logged in.
 */
export function IdleWarning({ session }: { session: Pick<Session, 'presence' | 'lastActivity' | 'logOut'> }) {
  const { presence, lastActivity, logOut } = session
  const [seconds, setSeconds] = useState<number>()
  useEffect(
    () =>
      createIdleMonitor({
        lastActivity,
        onPrompt: setSeconds,
        onIdle: () => presence.happen({ kind: 'left', how: 'idle', account: accountIn(presence.get()) }),
      }),
    [lastActivity, presence],
  )

  useEffect(() => {
    const timer = setInterval(() => lastActivity.age() < WIND_EVERY && keepSessionAlive(), WIND_EVERY)
    return () => clearInterval(timer)
  }, [lastActivity])

  const stay = () => {
    lastActivity.note()
    setSeconds(undefined)
    keepSessionAlive()
  }
  return (
    <Dialog
      open={seconds !== undefined}
      onClose={stay}
      header={say('Still working?')}
      description={say(
        'You’ve been inactive. To protect your information, we’ll log you out soon. Your answers are safe.',
      )}
      actions={
        <>
          <Button onClick={stay}>{say('Stay logged in')}</Button>
          <Button variant="outline" onClick={() => void logOut()}>
            {say('Log out')}
          </Button>
        </>
      }
    >
      {seconds !== undefined && <TimeLeft seconds={seconds} />}
    </Dialog>
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  const [atFirst] = useState(seconds)
  // What the dialog opens with is read with it: 60, or less where the computer slept meanwhile.
  const isNews = (seconds === 40 || seconds === 20) && atFirst - seconds > 5
  return (
    <>
      <p role="timer">
        {sentence(sayCount(seconds, '<number>{count}</number> second left', '<number>{count}</number> seconds left'), {
          number: (digits) => <span translate="no">{digits}</span>,
        })}
      </p>
      <LiveRegion>{isNews && sayCount(seconds, '{count} second left', '{count} seconds left')}</LiveRegion>
    </>
  )
}

/** Milliseconds: well under the half hour after which the server ends an unused session. */
const WIND_EVERY = 600_000

/** The server cannot tell that a person is reading. Any call but a poll keeps the session alive. */
function keepSessionAlive(): void {
  call('addAnother').catch((error: unknown) => {
    if (!(error instanceof CallError && error.code === 'offline')) throw error // the next call will do
  })
}

const SECOND = 1000

/** Events that count as activity: only those caused by a person, not by the page itself. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const

/**
 * Watches whether the person is still there (requirements 4.idle). `onPrompt` is called each second with the seconds
 * left, from 60 down, and with undefined once someone stays, here or in another tab. `onIdle` is called when the time
 * is over, at the latest when a computer that slept is used again. While the prompt is open, moving the mouse or typing
 * does not count. Returns a function that stops it.
 */
export function createIdleMonitor(tools: {
  lastActivity: LastActivity
  onPrompt: (seconds: number | undefined) => void
  onIdle: () => void
}): () => void {
  const { lastActivity, onPrompt, onIdle } = tools
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPrompting = false
  let isOver = false

  const end = () => {
    if (!isOver) onIdle()
    isOver = true
  }
  const look = () => {
    clearTimeout(timer)
    const rest = IDLE_AFTER - lastActivity.age()
    if (rest <= 0) return end()
    const prompts = rest <= PROMPT_BEFORE
    if (prompts || isPrompting) onPrompt(prompts ? Math.ceil(rest / SECOND) : undefined)
    isPrompting = prompts
    timer = setTimeout(look, prompts ? rest % SECOND || SECOND : rest - PROMPT_BEFORE)
  }
  const wake = () => {
    if (document.visibilityState === 'visible') look()
  }
  const act = () => {
    if (lastActivity.isOver()) end()
    else if (!isPrompting && lastActivity.age() >= SECOND) lastActivity.note()
  }
  const events = [
    ...signs.map((sign) => [window, sign, act] as const),
    ...(['pageshow', 'focus'] as const).map((event) => [window, event, wake] as const),
    [document, 'visibilitychange', wake] as const,
  ]
  for (const [target, event, listener] of events)
    target.addEventListener(event, listener, { capture: true, passive: true })
  look()
  return () => {
    clearTimeout(timer)
    for (const [target, event, listener] of events) target.removeEventListener(event, listener, { capture: true })
  }
}

const LOCAL_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the page runs on a developer's own machine, judging by its host name. */
export const isLocalHost = (hostname: string): boolean => LOCAL_HOST.test(hostname)

const DefinitionFindings = lazyPart(async () => (await import('./definition-findings.tsx')).DefinitionFindings)

/** The checks for developers (requirements 5.development): on local hosts only, and loaded after the page itself. */
export const DevelopmentChecks = ({ form }: { form: Form }) =>
  isLocalHost(window.location.hostname) && <DefinitionFindings form={form} />
