import { pino } from 'pino'

/** A log for tests that writes nothing. */
export const silentLog = pino({ level: 'silent' })
