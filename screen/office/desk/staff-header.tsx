import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StaffRight } from '../../../api/browser.ts'
import { say } from '../../../engine/index.ts'
import { pageData, timeNow } from '../../client/index.ts'
import { Button, Dialog, Logo, Notice, SkipLink, useAction } from '../../parts/index.ts'
import { NavLink } from '../../router/index.ts'
import styles from './desk.module.css'
import { formatTimeOfDay, roleLabels } from './labels.ts'
import { SESSION, sentenceOf, staffCall, useStaff } from './staff-call.ts'
import { Came } from './work-lists.tsx'

const MINUTE = 60_000 // ms
const LAST_WARNING = 5 * MINUTE

const pages: readonly (readonly [to: string, title: string, right: StaffRight])[] = [
  ['/staff', 'Queue', 'list'],
  ['/staff/statistics', 'Statistics', 'list'],
  ['/staff/deliveries', 'Deliveries', 'export'],
  ['/staff/acknowledgements', 'Acknowledgements', 'export'],
  ['/staff/code-maps', 'Code maps', 'export'],
  ['/staff/tokens', 'Tokens', 'tokens'],
  ['/staff/form', 'The form', 'form'],
  ['/staff/record', 'Record', 'administer'],
  ['/staff/people', 'People', 'administer'],
  ['/staff/erasures', 'Erasures', 'administer'],
]

/** The institution, the pages that the role may open, who is signed in, and the way out. */
export function StaffHeader() {
  const { person, role, may } = useStaff()
  const { institution, logo } = pageData()
  const queries = useQueryClient()
  const [problem, setProblem] = useState('')
  const [busy, signOut] = useAction(async () => {
    try {
      const { next } = await staffCall('signOutStaff')
      if (next !== null) window.location.assign(next)
      else await queries.resetQueries({ queryKey: SESSION })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  })
  return (
    <header className={styles.header}>
      <SkipLink to="main">{say('Skip to the page')}</SkipLink>
      {logo && <Logo {...logo} />}
      <p className={styles.name}>
        <span>{institution.partner_short_name}</span> <span className={styles.small}>{say('Staff desk')}</span>
      </p>
      <nav aria-label={say('Staff desk')}>
        <ul>
          {pages
            .filter(([, , right]) => may(right))
            .map(([to, title]) => (
              <li key={to}>
                <NavLink to={to}>
                  <span>{title}</span>
                  {to === '/staff' && <Came />}
                </NavLink>
              </li>
            ))}
        </ul>
      </nav>
      <p className={styles.person}>
        <span translate="no">{person.name}</span> <span className={styles.small}>{roleLabels[role]}</span>
      </p>
      <Button variant="outline" size="small" busy={busy} onClick={signOut}>
        {say('Sign out')}
      </Button>
      {problem && (
        <Notice kind="error" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <EndOfSession />
    </header>
  )
}

/**
 * Asks a minute before the session ends for want of use. Reading the session is no use of it, so the page asks the server
 * first: another tab may have used it meanwhile. The end of the day's session, which nothing puts off, is only said, in
 * time to finish a note.
 */
function EndOfSession() {
  const { idle_until, ends_at } = useStaff()
  const queries = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const [readings, setReadings] = useState(0) // one that says nothing new must be noticed too
  const [told, setTold] = useState('')
  const isLast = Date.parse(ends_at) <= Date.parse(idle_until)
  const end = Date.parse(isLast ? ends_at : idle_until)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reading
  useEffect(() => {
    const left = end - timeNow()
    const warning = isLast ? LAST_WARNING : MINUTE
    setEnding(left <= warning)
    const readAgain = async () => {
      await queries.refetchQueries({ queryKey: SESSION })
      setReadings((before) => before + 1)
    }
    const timer = setTimeout(() => void readAgain(), Math.max(0, left <= warning ? left : left - warning) + 1000)
    return () => clearTimeout(timer)
  }, [end, isLast, queries, readings])
  const stay = async () => {
    await staffCall('listViews').catch(() => undefined) // any call is a use; the next reading says what came of it
    await queries.refetchQueries({ queryKey: SESSION })
  }
  if (isLast)
    return (
      <Dialog
        open={isEnding && told !== ends_at}
        onClose={() => setTold(ends_at)}
        size="xs"
        header={say('Your session ends at {time}', { time: formatTimeOfDay(ends_at) })}
        description={say(
          'For the applicants’ sake no session lasts longer than a working day. Finish what you’re writing before then. You can sign in again right after.',
        )}
        actions={<Button onClick={() => setTold(ends_at)}>{say('OK')}</Button>}
      />
    )
  return (
    <Dialog
      open={isEnding}
      onClose={() => void stay()}
      size="xs"
      header={say('Are you still there?')}
      description={say('For the applicants’ sake you’re signed out in a minute unless you go on.')}
      actions={<Button onClick={() => void stay()}>{say('Stay signed in')}</Button>}
    />
  )
}
