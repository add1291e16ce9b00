import { pino } from 'pino'

/** A log for tests that says nothing. */
export const silentLog = pino({ level: 'silent' })
