import type { FastifyInstance } from 'fastify'
import type { Load } from './load.ts'

/** The signed-in person behind a request. */
export type Applicant = { readonly accountId: string; readonly username: string }

declare module 'fastify' {
  interface FastifyInstance {
    /** The signed-in person of a request; `touch` keeps the session awake. */
    applicantOf: (request: FastifyRequest, touch: boolean) => Promise<Applicant | undefined>
    /** Set-Cookie values that end a session on the browser's side. */
    expiredCookies: readonly string[]
    /** Every route as `METHOD path`, for the test that walks them all. */
    servedRoutes: ReadonlySet<string>
    /** The calls in hand. */
    load: Load
  }
  interface FastifyRequest {
    /** Who is signed in, where a call asks for it. */
    applicant: Applicant | undefined
  }
  interface FastifyContextConfig {
    /** The call of the contract that this route serves. */
    call?: string
    /** Refused while the server is busy, as every call is; pages and files are not. */
    isSparable?: boolean
    /** A person opens this route's links in a tab: what is refused there is a page. */
    opensInTab?: boolean
  }
}

export type App = FastifyInstance
