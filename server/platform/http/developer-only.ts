import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocal, isLoopback, type Settings } from '../settings/index.ts'

type DeveloperSettings = Pick<Settings, 'baseUrl' | 'databaseUrl' | 'smtpUrl'>

/** Whether this server has pages of development at all: never where it has a database or a mail server of its own. */
export const isForDevelopment = (where: DeveloperSettings): boolean =>
  isLocal(where) && where.databaseUrl === undefined && where.smtpUrl === undefined

/**
 * A hook for the pages of development, which show mailed codes: only a browser on this machine that asks this server
 * by its own name finds them. Whoever comes through a proxy, or says a name of their choice from elsewhere, finds nothing.
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

/** What proxies add. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const
