import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../../api/index.ts'
import type { Settings } from '../settings/index.ts'
import { refusal } from './refusal.ts'
import { refuse } from './serve-call.ts'

/**
 * Another site may not act in an applicant's name (docs/decisions/0023): a state-changing request is refused when the
 * browser says that it comes from elsewhere. Ours is the origin that applicants see, also behind a proxy that rewrites
 * Host, and the name by which this server was asked. Logging out is a GET (7.logout.1) and under the same rule.
 */
export const refuseCrossSite =
  ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isStateChanging(request)) return undefined
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return refuse(reply, refusal('cross_site'))
    const { origin, host } = request.headers
    if (origin !== undefined && origin !== baseUrl && hostOf(origin) !== host)
      return refuse(reply, refusal('cross_site'))
    return undefined
  }

/** By the route, not by the address as it is written: `/api/%6cogout` is the same route. */
const isStateChanging = ({ method, routeOptions }: FastifyRequest) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || routeOptions.url === paths.logout.path

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
