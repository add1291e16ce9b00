import type { z } from 'zod'
import { accountCalls, accountHelpCalls } from './account-calls.ts'
import { applicationCalls, documentCalls, lifeCalls, phoneCalls, sealCalls } from './application-calls.ts'
import { lookupCalls } from './lookup-calls.ts'
import type { PathParameters } from './paths.ts'
import { serviceCalls, tokenCalls } from './service-calls.ts'

/** The complete API: what each call accepts and returns, and who may make it. */
export const calls = {
  ...accountCalls,
  ...accountHelpCalls,
  ...applicationCalls,
  ...documentCalls,
  ...lifeCalls,
  ...lookupCalls,
  ...tokenCalls,
  ...serviceCalls,
  ...phoneCalls,
  ...sealCalls,
} as const

export type Calls = typeof calls
/** The payload of a call as the sender writes it (in the query string for GET); undefined for a call without one. */
export type Body<Name extends keyof Calls> = Calls[Name]['body'] extends z.ZodType
  ? z.input<Calls[Name]['body']>
  : undefined
/** The path parameters and payload of a call; undefined for a call that has neither. */
export type Payload<Name extends keyof Calls> = unknown extends Parts<Name> ? undefined : Parts<Name>
type Parts<Name extends keyof Calls> = (Calls[Name]['path'] extends `${string}/:${string}`
  ? PathParameters<Calls[Name]['path']>
  : unknown) &
  (Body<Name> extends undefined ? unknown : Body<Name>)
/** The reply to a call. */
export type Reply<Name extends keyof Calls> = z.output<Calls[Name]['reply']>
/** The applicant's profile (requirements 3.profile). */
export type Profile = Reply<'profile'>
