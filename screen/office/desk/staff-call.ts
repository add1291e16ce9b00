import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { mayStaff, type StaffCallName, type StaffRight, staffPaths } from '../../../api/browser.ts'
import type { StaffPayload, StaffReply } from '../../../api/index.ts'

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

export const asStaffError = (error: unknown): StaffError =>
  error instanceof StaffError ? error : new StaffError('unexpected', sentenceOf(error))

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
  const reply = await send(method, path.replace(':id', encodeURIComponent(id)), body, AbortSignal.timeout(PATIENCE))
  return (await read(() => reply.json())) as StaffReply<Name> // the server checks each reply with its schema
}

/** A file that the server makes of a payload, however long that takes. Throws a StaffError. */
export async function staffFile(path: string, body: object): Promise<Blob> {
  const reply = await send('POST', path, body)
  return await read(() => reply.blob())
}

async function send(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const reply = await fetch(path, {
    method,
    cache: 'no-store',
    ...(signal && { signal }),
    headers: { Accept: 'application/json', ...(method === 'POST' && { 'Content-Type': 'application/json' }) },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw new StaffError('offline', 'We can’t reach the server. Check your connection and try again.')
  })
  if (reply.ok) return reply
  const { code = 'unexpected', message = UNEXPECTED } = Object(await reply.json().catch(() => undefined))
  throw new StaffError(String(code), String(message))
}

/** A reply that breaks off is none. */
const read = <Body>(body: () => Promise<Body>): Promise<Body> =>
  body().catch(() => {
    throw new StaffError('unexpected', UNEXPECTED)
  })

const UNEXPECTED = 'Something went wrong. Please try again.'

type Session = StaffReply<'staffSession'>
export const StaffContext = createContext<Session | null>(null)

/** Who is signed in. Every page but the one for signing in has somebody. */
export function useStaff(): Session & { readonly may: (right: StaffRight) => boolean } {
  const session = useContext(StaffContext)
  if (session === null) throw new Error('This page is only for who is signed in.')
  return { ...session, may: (right) => mayStaff(session.role, right) }
}

export const SESSION = ['staffSession'] as const

/** The client of every query of the staff desk. Whatever says that nobody is signed in any more, the whole desk hears. */
export function createStaffQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (isSignedOut(error) && queryKey[0] !== SESSION[0]) void queries.resetQueries({ queryKey: SESSION })
      },
    }),
    defaultOptions: { queries: { retry: false, staleTime: 0, gcTime: 0, networkMode: 'always' } },
  })
  return queries
}
