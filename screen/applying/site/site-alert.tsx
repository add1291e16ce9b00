import { useEffect, useState } from 'react'
import type { PublicInstitution } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { pageData, timeNow } from '../../client/index.ts'
import { AlertLine } from '../../parts/index.ts'

/** Milliseconds between checks, so that a device that slept through its timer catches up within a minute. */
const LONGEST_WAIT = 60_000

/** The institution's announcement. It appears and disappears on time, even on a page that stays open. */
export function SiteAlert() {
  const { alert } = pageData().institution
  const [now, setNow] = useState(timeNow)
  useEffect(() => {
    const wait = untilAlertChanges(alert, now)
    if (wait === undefined) return
    const timer = setTimeout(() => setNow(timeNow()), Math.min(wait, LONGEST_WAIT))
    return () => clearTimeout(timer)
  }, [alert, now])
  return alert !== null && alertShown(alert, now) ? <AlertLine>{say(alert.text)}</AlertLine> : null
}

type Alert = PublicInstitution['alert']

/**
 * Whether the alert banner is visible at `now` (milliseconds): from its start until just before its end (requirement
 * 4.alert.2).
 */
export const alertShown = (alert: Alert, now: number): boolean =>
  alert !== null && now >= Date.parse(alert.start) && now < Date.parse(alert.end)

/** Milliseconds from `now` until that changes; undefined if it never will. */
export const untilAlertChanges = (alert: Alert, now: number): number | undefined =>
  alert === null
    ? undefined
    : [alert.start, alert.end].map((edge) => Date.parse(edge) - now).find((distance) => distance > 0)
