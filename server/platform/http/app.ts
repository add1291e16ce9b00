import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '../../../api/index.ts'
import type { DrawRefusedFile } from './refusal.ts'

/** The account that is signed in for a request. */
export type Applicant = {
  readonly accountId: string
  readonly username: string
  readonly sessionId: string
  /** Whose answers a browser has: the account, or one of its applications if it has several. */
  readonly owner: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The account that is signed in for a request; `touch` keeps the session alive. */
    applicantOf: (request: FastifyRequest, touch: boolean) => Promise<Applicant | undefined>
    /** Set-Cookie values that end a session in the browser. */
    expiredCookies: readonly string[]
    /** Every route as `METHOD path` with what limits strangers there, for the test that checks them all. */
    servedRoutes: () => ReadonlyMap<string, string>
    /** The calls in progress. */
    load: Load
    /** How the page of a refused link to a file is drawn. */
    refusedFile: { draw: DrawRefusedFile }
  }
  interface FastifyRequest {
    /** The signed-in account, for calls that require one. */
    applicant: Applicant | undefined
    /** Whether it has proved who sends it, in a way that the database confirmed. */
    isKnown: boolean
  }
  interface FastifyReply {
    /** Why the request was refused, for the log. */
    refused: ErrorCode | undefined
  }
  interface FastifyContextConfig {
    /** The call of the contract that this route serves. */
    call?: string
    /** The export call that this route serves. */
    exportCall?: string
    /** The call of the staff desk that this route serves. */
    staffCall?: string
    /** For a route that a person opens: the page that a refusal gets instead of JSON. */
    drawRefusal?: (message: string, nonce: string) => string
    /** Whether other sites' programs may call it, because what they send proves who they are. */
    isForOtherSites?: boolean
    /**
     * What limits strangers here instead of the limit `stranger`: limits of its own, a signature without which nothing is
     * done, or nothing because a reply costs no more than a file.
     */
    limit?: 'own' | 'signature' | 'none'
    /** Refused while the server is busy, as every call is; pages and files are still served. */
    isRefusedWhenBusy?: boolean
  }
}

export type App = FastifyInstance

/** How many calls the server is working on. */
type Load = {
  /** Whether one more call would wait longer than people are willing to. */
  readonly isFull: () => boolean
  /** Runs one piece of work and counts it until it ends, even if the client has disconnected. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** A save takes about 10 ms of one processor, so the last of these calls gets its reply after about two seconds. */
const MAX_IN_PROGRESS = 200

/** Counts the calls in progress. Waiting for a slow client does not count, and neither does a stall of the machine. */
export function createLoad(most = MAX_IN_PROGRESS): Load {
  let inProgress = 0
  return {
    isFull: () => inProgress >= most,
    run: async (work) => {
      inProgress += 1
      try {
        return await work()
      } finally {
        inProgress -= 1
      }
    },
  }
}
