import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../../api/index.ts'
import type { Settings } from '../settings/index.ts'
import { refusal } from './refusal.ts'
import { refuse } from './serve-call.ts'

/**
 * Keeps other sites from acting in an applicant's name (docs/decisions/0023): refuses a state-changing request when the
 * browser says that it comes from another site. Our own origins are the one that applicants see, even behind a proxy
 * that rewrites Host, and the host name in the request. Logging out is a GET (7.logout.1), and the rule covers it too.
 * Only a route that says `isForOtherSites` is exempt.
 */
export const refuseCrossSite =
  ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isStateChanging(request) || request.routeOptions.config.isForOtherSites) return undefined
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return refuse(reply, refusal('cross_site'))
    const { origin, host } = request.headers
    if (origin !== undefined && origin !== baseUrl && hostOf(origin) !== host)
      return refuse(reply, refusal('cross_site'))
    return undefined
  }

/** Compares routes, not the raw address: `/api/%6cogout` is the same route as `/api/logout`. */
const isStateChanging = ({ method, routeOptions }: FastifyRequest) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || routeOptions.url === paths.logout.path

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
