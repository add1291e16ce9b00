import type { z } from 'zod'
import { accountCalls } from './account-calls.ts'
import { applicationCalls } from './application-calls.ts'
import { lookupCalls } from './lookup-calls.ts'

/** The whole contract: what each call takes, answers, and who may make it. */
export const calls = { ...accountCalls, ...applicationCalls, ...lookupCalls } as const

export type Calls = typeof calls
/** What a call takes, as the sender writes it (a GET in its query string); undefined for a call without payload. */
export type Body<Name extends keyof Calls> = Calls[Name]['body'] extends z.ZodType
  ? z.input<Calls[Name]['body']>
  : undefined
/** What a call answers. */
export type Reply<Name extends keyof Calls> = z.output<Calls[Name]['reply']>
/** The applicant's profile (specification §3). */
export type Profile = Reply<'profile'>
