import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../platform/settings/index.ts'
import { knownBrowserCookie, knownBrowserFrom } from './account-cookies.ts'
import type { Accounts } from './accounts.ts'
import { usernameFrom } from './validate-input.ts'

/** From now on, the browser that made this request is known to the account. */
export function rememberBrowser(
  {
    accounts,
    settings,
  }: {
    readonly accounts: Pick<Accounts, 'knownBrowsers'>
    readonly settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>
  },
  request: FastifyRequest,
  reply: FastifyReply,
  username: string,
): void {
  const before = knownBrowserFrom(request.headers.cookie, settings)
  const known = accounts.knownBrowsers.withAccount(before, usernameFrom(username))
  reply.header('set-cookie', knownBrowserCookie(settings, known))
}
