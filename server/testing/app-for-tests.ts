import { isDeepStrictEqual } from 'node:util'
import { calls, paths } from '../../api/index.ts'
import { type App, createApp, createLog } from '../platform/http/index.ts'
import type { Settings } from '../platform/settings/index.ts'

/**
 * The HTTP server on a free port, signed in as the account that `x-test-account` names: for tests of what a signed-in
 * applicant may do. Signing in itself is tested with real sessions. `ownerOf` tells the owner of an account's calls, for
 * accounts that may have several applications.
 */
export async function appForTests(
  settings: Settings,
  routes: (app: App) => void | Promise<void>,
  log = createLog({ logLevel: 'silent' }),
  ownerOf: (account: string) => Promise<string> = async (account) => account,
) {
  const app = await createApp(
    settings,
    {
      applicantOf: async (request) => {
        const account = request.headers['x-test-account']
        return typeof account === 'string'
          ? {
              ...{ accountId: account, owner: await ownerOf(account), username: `${account}@mail.example` },
              sessionId: `session of ${account}`,
            }
          : undefined
      },
      expiredCookies: ['session=; Max-Age=0'],
    },
    log,
  )
  await routes(app)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = async (
    account: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(account ? { 'x-test-account': account } : {}), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isPage = reply.headers.get('content-type')?.startsWith('text/html')
    const text = await reply.text()
    const answered = isPage ? text : JSON.parse(text)
    if (method === 'GET' && path === paths.profile.path && reply.status === 200) requireShape(answered)
    return { status: reply.status, headers: reply.headers, body: answered }
  }
  return { app, address, call, close: () => app.close() }
}

/** The server itself does not compare a profile with the contract, because that takes a tenth of its time. */
function requireShape(profile: unknown): void {
  if (!isDeepStrictEqual(calls.profile.reply.parse(profile), profile))
    throw new Error('The profile has more than the contract says.')
}
