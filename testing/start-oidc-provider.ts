import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider, { type Configuration, type InteractionResults } from 'oidc-provider'

/** What the provider says and does next; a test changes it. */
type Next = {
  /** Who signs in, and what the ID token says about them. */
  person: { readonly sub: string; readonly [claim: string]: unknown }
  login: { readonly acr?: string; readonly amr?: string[] }
  /** Instead of signing in. */
  error: string | undefined
  /** Changes the claims of the next ID token, which is signed again, with the provider's key or a stranger's. */
  alter: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined
  isForged: boolean
  /** Replies with an error, as a provider that is broken. */
  isBroken: boolean
  /** Never replies. */
  hangs: boolean
}

/** The time in seconds, as tokens have it. */
export const seconds = () => Math.floor(Date.now() / 1000)

export const CLIENT = { id: 'causeway', secret: 'a secret with a + and a %' }

type Options = {
  readonly authentication?: 'client_secret_post' | 'client_secret_basic'
  /** The groups of each person who can sign in with a form; without it nobody is asked who they are. */
  readonly people?: Readonly<Record<string, readonly string[]>>
}

/**
 * A provider of OpenID Connect at an address of this machine. It signs in whoever `next` says without a form, or shows a
 * form in which a browser chooses one of `people`, with or without a second factor, now or an hour ago.
 */
export async function startProvider(
  port: number,
  urls: { readonly redirect: string; readonly afterSignOut: string; readonly backChannel: string },
  { authentication = 'client_secret_post', people }: Options = {},
) {
  const issuer = `http://127.0.0.1:${port}`
  const [own, strange] = await Promise.all([newKey('own'), newKey('own')])
  const next = aViewer()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [urls.redirect],
        post_logout_redirect_uris: [urls.afterSignOut],
        backchannel_logout_uri: urls.backChannel,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: authentication,
      },
    ],
    jwks: { keys: [own.jwk] },
    cookies: { keys: ['for tests'] },
    findAccount: async (_, sub) => {
      const person = people ? { name: sub, groups: people[sub] } : next.person
      return { accountId: sub, claims: async () => ({ ...person, sub }) }
    },
    claims: {
      openid: ['sub', 'acr', 'amr', 'auth_time'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    conformIdTokenClaims: false,
    features,
    clientAuthMethods: [authentication],
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid profile groups')
      await grant.save()
      return grant
    },
    // The provider's own refuses addresses of this machine.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  })
  provider.silent = true
  provider.use(async (context, following) => {
    if (next.isBroken) context.throw(500)
    if (next.hangs) await new Promise(() => undefined)
    if (context.path === '/favicon.ico') context.status = 204
    else if (!context.path.startsWith('/interaction/')) await following()
    else if (people && context.method === 'GET') Object.assign(context, { type: 'html', body: formFor(people) })
    else {
      const login = people ? await typedIn(context.req) : { accountId: next.person.sub, ...next.login }
      const result: InteractionResults = next.error ? { error: next.error } : { login }
      context.redirect(await provider.interactionResult(context.req, context.res, result))
    }
    const { id_token: token } = Object(context.body)
    if (context.path === '/token' && typeof token === 'string' && (next.alter || next.isForged))
      Object(context.body).id_token = await signed(next.alter?.(decodeJwt(token)) ?? decodeJwt(token))
  })
  const signed = (claims: Record<string, unknown>, typ = 'JWT') =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'own', typ })
      .sign((next.isForged ? strange : own).privateKey)
  const server = createServer(provider.callback())
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { issuer, provider, next, reset: () => Object.assign(next, aViewer()), listen, close, signed }
}

const formFor = (people: object) => `<!doctype html><html lang="en"><title>Sign in</title><form method="post">
  <h1>Campus sign-in</h1>
  <label>Name <select name="name">${Object.keys(people).map((name) => `<option>${name}</option>`)}</select></label>
  <label><input type="checkbox" name="mfa" value="mfa"> With a security key</label>
  <label><input type="checkbox" name="earlier" value="3600"> An hour ago</label>
  <button>Sign in</button></form>`

const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: {
    // Its own page fetches a font from elsewhere.
    logoutSource: (context, form) => {
      context.body = `<!doctype html><html lang="en"><title>Sign out</title>${form}
        <button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`
    },
  },
}

async function typedIn(request: IncomingMessage) {
  const { name = '', mfa, earlier = 0 } = Object.fromEntries(new URLSearchParams(await text(request)))
  return { accountId: name, amr: ['pwd', ...(mfa ? [mfa] : [])], ts: seconds() - Number(earlier) }
}

export type ProviderForTests = Awaited<ReturnType<typeof startProvider>>

/** A new person, who is a viewer, and a provider in order. */
const aViewer = (): Next => ({
  person: { sub: randomUUID(), name: 'June Hale', groups: ['everybody', 'adm-viewers'] },
  login: {},
  error: undefined,
  alter: undefined,
  isForged: false,
  isBroken: false,
  hangs: false,
})

/** Both keys of a test have one name, so that a forged signature is found by checking it. */
async function newKey(kid: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } }
}
