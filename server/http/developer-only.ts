import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings/index.ts'

/** A hook for pages of development: whoever reaches the server by another name, through a proxy for one, finds nothing. */
export const developerOnly =
  ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.headers.host === new URL(baseUrl).host) return undefined
    reply.callNotFound()
    return reply
  }
