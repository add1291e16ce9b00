import { type StaffCallName, staffPaths } from '../../api/browser.ts'
import type { StaffPayload, StaffReply } from '../../api/index.ts'

/** Milliseconds after which the server counts as unreachable. */
const PATIENCE = 30_000

/** A refusal of the server with its sentence, or that no reply came (`offline`). */
export class StaffError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What to tell a person about an error. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : 'Please try again.')

export const isSignedOut = (error: unknown): boolean =>
  error instanceof StaffError && ['staff_signed_out', 'staff_access_ended'].includes(error.code)

/** Makes one call of the staff desk. Throws a StaffError, whose message is for people. */
export async function staffCall<Name extends StaffCallName>(
  name: Name,
  body?: StaffPayload<Name>,
  id: string | number = '',
): Promise<StaffReply<Name>> {
  const { method, path } = staffPaths[name]
  const reply = await fetch(path.replace(':id', encodeURIComponent(id)), {
    ...{ method, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) },
    headers: { Accept: 'application/json', ...(method === 'POST' && { 'Content-Type': 'application/json' }) },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw new StaffError('offline', "We can't reach the server. Check your connection and try again.")
  })
  const read: unknown = await reply.json().catch(() => undefined)
  if (reply.ok && read !== undefined) return read as StaffReply<Name> // the server checks each reply with its schema
  const { code = 'unexpected', message = 'Something went wrong. Please try again.' } = Object(read)
  throw new StaffError(String(code), String(message))
}
