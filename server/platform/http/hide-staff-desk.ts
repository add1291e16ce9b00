import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings/index.ts'

/**
 * With STAFF_HOST, nothing below /staff is found under another host name. Only the Host header counts: what a proxy
 * says in X-Forwarded-Host may come from the client.
 */
export const hideStaffDesk =
  ({ staffHost }: Pick<Settings, 'staffHost'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (staffHost === undefined || request.is404 || !isStaffPath(request)) return undefined
    const { host = '' } = request.headers
    if (host.toLowerCase().replace(/:\d+$/, '') === staffHost) return undefined
    reply.callNotFound()
    return reply
  }

/** By the route and by the address, because the route of a page is any address. */
const isStaffPath = ({ routeOptions, raw }: FastifyRequest) => {
  const [path = ''] = raw.url?.split('?') ?? []
  return [routeOptions.url ?? '', decodeURIComponent(path)].some((each) => /^\/+staff(\/|$)/i.test(each))
}
