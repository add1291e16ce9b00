import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '../../../api/index.ts'
import { refusal } from './refusal.ts'
import { refuse } from './serve-call.ts'

/** The headers of a reply that is nothing but a refusal, for those that are made before any hook could add them. */
const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** What the router cannot read as an address: no route is found for it, and no hook runs. */
export const refuseAddress = (error: FastifyError, _: FastifyRequest, reply: FastifyReply): void => {
  const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'malformed'
  refuse(reply.headers(bareHeaders), refusal(code))
}

/** An address that names nothing anywhere: a NUL in it, or a way out of the folder that it seems to lie in. */
export async function refuseOddPath(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const [path = ''] = request.raw.url?.split('?') ?? []
  const parts = decodeURIComponent(path).split(/[/\\]/)
  const isOdd = parts.includes('..') || parts.some((part) => part.includes('\0'))
  return isOdd ? refuse(reply, refusal('malformed')) : undefined
}

/** What is no HTTP, or did not arrive in time: there is no request to reply to, only a connection to write on. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // Whoever hung up reads no reply, and one may not be written into another that has begun.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
  const code: ErrorCode = tooSlow.has(error.code)
    ? 'too_slow'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? 'too_large'
      : 'malformed'
  const { status, message } = errors[code]
  const body = JSON.stringify({ message, code })
  const head = { ...bareHeaders, 'content-type': 'application/json; charset=utf-8', connection: 'close' }
  const lines = Object.entries({ ...head, 'content-length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end([`HTTP/1.1 ${status} Refused`, ...lines, '', body].join('\r\n'))
}

const tooSlow: ReadonlySet<string | undefined> = new Set(['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_HEADERS_TIMEOUT'])
