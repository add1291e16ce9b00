import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocal, isLoopback, type Settings } from '../settings/index.ts'

type DeveloperSettings = Pick<Settings, 'baseUrl' | 'databaseUrl' | 'smtpUrl'>

/** Whether this server has development pages: never when it has its own database or mail server. */
export const isForDevelopment = (settings: DeveloperSettings): boolean =>
  isLocal(settings) && settings.databaseUrl === undefined && settings.smtpUrl === undefined

/**
 * A hook for the development pages, which show mailed codes. Only a browser on this machine that uses this server's own
 * host name can reach them. A request through a proxy, or with another host name, gets a 404.
 */
export const developerOnly =
  ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { headers, socket } = request
    const isForwarded = forwarding.some((name) => headers[name] !== undefined)
    if (isLoopback(socket.remoteAddress ?? '') && headers.host === new URL(baseUrl).host && !isForwarded)
      return undefined
    reply.callNotFound()
    return reply
  }

/** Headers that proxies add. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const
