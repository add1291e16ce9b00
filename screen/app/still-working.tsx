import { useEffect, useState } from 'react'
import { CallError, call } from '../client/index.ts'
import { Button, Dialog, LiveRegion } from '../parts/index.ts'
import type { Session } from './create-session.ts'
import { createIdleMonitor } from './idle-monitor.ts'
import { accountIn } from './presence.ts'

/**
 * Asks a person who has been inactive for long whether to stay logged in (requirements 4.idle.2 and 4.idle.3). Render
 * it only for people who are logged in.
 */
export function StillWorking({ session }: { session: Pick<Session, 'presence' | 'lastActivity' | 'logOut'> }) {
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
      header="Still working?"
      description="You’ve been inactive. To protect your information, we’ll log you out soon. Your answers are safe."
      actions={
        <>
          <Button onClick={stay}>Stay logged in</Button>
          <Button variant="outline" onClick={() => void logOut()}>
            Log out
          </Button>
        </>
      }
    >
      <p role="timer">{seconds === 1 ? '1 second left' : `${seconds} seconds left`}</p>
      {/* Not at 60: a region that is added together with its words may not be read. */}
      <LiveRegion>{seconds !== undefined && seconds % 20 === 15 && `${seconds} seconds left`}</LiveRegion>
    </Dialog>
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
