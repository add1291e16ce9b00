import type { PublicInstitution } from '../../../api/index.ts'

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
