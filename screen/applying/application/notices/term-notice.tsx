import { useEffect, useState } from 'react'
import { betweenCycles, graceOf, termProblem } from '../../../../api/browser.ts'
import { answerTo, deadlineInWords, endOfDay, pageOf, say, todayAt } from '../../../../engine/index.ts'
import type { AdmissionsKey } from '../../../../form/index.ts'
import { pageData, timeNow } from '../../../client/index.ts'
import { useApplication } from '../../../fields/index.ts'
import { Notice } from '../../../parts/index.ts'
import { Link } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/applicant-context.ts'
import styles from './notices.module.css'

/** Milliseconds between checks, so that a device that slept through its timer catches up within a minute. */
const LONGEST_WAIT = 60_000
const TERM: AdmissionsKey = 'entry_term'

/**
 * Says that the chosen term has closed or is not open yet, on time even on a page that stays open, and that no term is
 * open. It refuses nothing: only the server does, by its own clock.
 */
export function TermNotice() {
  const { institution } = pageData()
  const { time_zone } = institution
  const { form } = useApplicant().store
  const web_status = useSnapshot('web_status')
  const is_reopened = useSnapshot('is_reopened')
  const chosen = useApplication(({ answer }) => answerTo(answer, TERM), [TERM])
  const now = new Date(useTimeAcrossDays(time_zone))
  if (is_reopened) return null // what is corrected stays in its term
  const problem = termProblem(institution, chosen, now, undefined)
  const between = betweenCycles(institution, todayAt(time_zone, now))
  if (problem === undefined) return between ? <Notice className={styles.notice} title={between} /> : null
  if (problem.code === 'early_term') return <Notice className={styles.notice} title={problem.message} />
  const grace = web_status === 'validating' ? graceOf(institution, chosen) : undefined
  return (
    <Notice kind="stop" className={styles.notice} title={problem.message}>
      {grace && now < grace.ends && (
        <p>
          {say('If you pressed Submit before it closed, you can still submit {untilWhen}.', {
            untilWhen: deadlineInWords(grace.ends, time_zone),
          })}
        </p>
      )}
      {between && <p>{between}</p>}
      <Link to={`/${pageOf(form, TERM)}#${TERM}`}>{say('Go to the question')}</Link>
    </Notice>
  )
}

/** The time in milliseconds, read again when the day at the institution ends. */
function useTimeAcrossDays(timeZone: string): number {
  const [now, setNow] = useState(timeNow)
  useEffect(() => {
    const wait = endOfDay(timeZone, todayAt(timeZone, new Date(now))).getTime() - now
    const timer = setTimeout(() => setNow(timeNow()), Math.min(wait, LONGEST_WAIT))
    return () => clearTimeout(timer)
  }, [now, timeZone])
  return now
}
