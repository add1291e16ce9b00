import { randomBytes } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../settings/index.ts'

/** Gives each reply the headers that keep a page from running or framing content from other sites. */
export function securityHeaders(settings: Settings): onRequestHookHandler {
  // Built once: @fastify/helmet builds it anew for each reply.
  const setHeaders = helmet(headers(settings))
  return (request, reply, done) => setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
}

/** Radix adds one style element while a dialog is open; it carries the nonce of the page (Q55). */
const headers = ({ baseUrl, s3 }: Settings): NonNullable<Parameters<typeof helmet>[0]> => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", (_, reply) => `'nonce-${nonceOf(reply)}'`],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      // Documents go directly from the browser to the storage (Q55).
      connectSrc: ["'self'", ...(s3 ? [new URL(s3.endpoint).origin] : [])],
      formAction: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: baseUrl.startsWith('https:') ? { maxAge: YEAR, includeSubDomains: true } : false,
  crossOriginEmbedderPolicy: false,
})

const YEAR = 31_536_000 // s
/** The same header for replies that are sent before any hook runs. */
export const strictTransport = `max-age=${YEAR}; includeSubDomains`

const nonces = new WeakMap<object, string>()

/** The nonce of one reply, the same in its header and its page. */
export function nonceOf(reply: object): string {
  const known = nonces.get(reply) ?? randomBytes(16).toString('hex')
  nonces.set(reply, known)
  return known
}
