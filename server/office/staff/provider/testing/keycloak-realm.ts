/** The client of the desk, and who can sign in: both with a password, and one with a second factor too. */
export const CAMPUS = {
  realm: 'campus',
  client: { id: 'desk', secret: 'a secret for tests' },
  password: 'a password for tests',
  /** Shared with the person's phone, which makes codes from it. */
  phoneSecret: 'twenty random letters',
  careful: 'june.hale',
  careless: 'ben.ruiz',
} as const

type Urls = { readonly redirect: string; readonly afterSignOut: string; readonly backChannel: string }

/** A realm as Keycloak imports it. Its tokens say the groups of a person, and by which methods they signed in (`amr`). */
export const campusRealm = ({ redirect, afterSignOut, backChannel }: Urls) => ({
  realm: CAMPUS.realm,
  enabled: true,
  sslRequired: 'none',
  groups: [{ name: 'adm-processors' }],
  users: [
    person(CAMPUS.careful, 'June', 'Hale', [password, phone]),
    person(CAMPUS.careless, 'Ben', 'Ruiz', [password]),
  ],
  clients: [
    {
      clientId: CAMPUS.client.id,
      secret: CAMPUS.client.secret,
      enabled: true,
      redirectUris: [redirect],
      publicClient: false,
      standardFlowEnabled: true,
      protocol: 'openid-connect',
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': afterSignOut,
        'backchannel.logout.url': backChannel,
        'backchannel.logout.session.required': 'true',
      },
      protocolMappers: [
        mapper('groups', 'oidc-group-membership-mapper', { 'claim.name': 'groups', 'full.path': 'false' }),
        mapper('amr', 'oidc-amr-mapper', {}),
      ],
    },
  ],
  browserFlow: 'staff',
  authenticationFlows: [
    flow('staff', true, [
      { authenticator: 'auth-cookie', requirement: 'ALTERNATIVE' },
      { flowAlias: 'form', authenticatorFlow: true, requirement: 'ALTERNATIVE' },
    ]),
    flow('form', false, [
      { authenticator: 'auth-username-password-form', authenticatorConfig: 'pwd', requirement: 'REQUIRED' },
      { flowAlias: 'phone', authenticatorFlow: true, requirement: 'CONDITIONAL' },
    ]),
    flow('phone', false, [
      { authenticator: 'conditional-user-configured', requirement: 'REQUIRED' },
      { authenticator: 'auth-otp-form', authenticatorConfig: 'otp', requirement: 'REQUIRED' },
    ]),
  ],
  authenticatorConfig: ['pwd', 'otp'].map((alias) => ({
    alias,
    config: { 'default.reference.value': alias, 'default.reference.maxAge': '36000' },
  })),
})

const password = { type: 'password', value: CAMPUS.password }
const phone = {
  type: 'otp',
  secretData: JSON.stringify({ value: CAMPUS.phoneSecret }),
  credentialData: JSON.stringify({ subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' }),
}

const person = (username: string, firstName: string, lastName: string, credentials: readonly object[]) => ({
  username,
  firstName,
  lastName,
  email: `${username}@mail.example`,
  emailVerified: true,
  enabled: true,
  groups: ['/adm-processors'],
  credentials,
})

const mapper = (name: string, protocolMapper: string, config: Readonly<Record<string, string>>) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper,
  config: { 'id.token.claim': 'true', ...config },
})

const flow = (alias: string, topLevel: boolean, executions: readonly object[]) => ({
  alias,
  topLevel,
  providerId: 'basic-flow',
  builtIn: false,
  authenticationExecutions: executions.map((execution, priority) => ({ ...execution, priority })),
})
