import { useEffect, useState } from 'react'
import { pageData, timeNow } from '../../client/index.ts'
import { AlertLine } from '../../parts/index.ts'
import { alertShown, untilAlertChanges } from './alert-shown.ts'

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
  return alert !== null && alertShown(alert, now) ? <AlertLine>{alert.text}</AlertLine> : null
}
