import { z } from 'zod'
import {
  anyText,
  hostAndPortOrSocket,
  hostName,
  metricsAddress,
  onOrOff,
  origin,
  portNumber,
  proxies,
  secondFactor,
  seconds,
  secretKeys,
  secureUrl,
  urlWith,
  wholeNumber,
} from './setting-schemas.ts'

/** A setting with a default value, which the documentation shows as it would be written. */
const setting = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema> & string, meaning: string) => ({
  schema: schema.prefault(value),
  unset: `\`${value}\``,
  meaning,
})

/** A setting without a value of its own; `unset` says what the documentation shows as its default. */
const optional = <Schema extends z.ZodType>(schema: Schema, unset: string, meaning: string) => ({
  schema: schema.optional(),
  unset,
  meaning,
})

/** A setting that has or may have a secret in it. It may be in a file that NAME_FILE names. */
const secret = <Schema extends z.ZodType>(schema: Schema, unset: string, meaning: string) => ({
  ...optional(schema, unset, meaning),
  isSecret: true,
})

const ADDRESS_OF_TIME_STAMPS = 'must be an address such as https://timestamp.example.com, without a password'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Every setting by its name in the environment: what its text must be, its default, and what it means. Reading, the
 * table of docs/operating.md and the tests of wrong values follow this table.
 */
export const settingTable = {
  PORT: setting(portNumber, '3000', 'the port on which the server listens'),
  HOST: setting(
    anyText,
    '127.0.0.1',
    'the address on which it listens; one that other machines can reach needs a `BASE_URL` other than this machine',
  ),
  BASE_URL: optional(
    origin,
    '`http://localhost:PORT`',
    'the origin that applicants see; https makes every cookie Secure, and all but the identity cookie `__Host-`',
  ),
  TLS_CERT: optional(
    anyText,
    'unset',
    'file of a certificate and its chain (PEM), with which this process speaks HTTPS to the proxy, and to who collects metrics from another machine (see Encrypted connections); needs `TLS_KEY` and a `BASE_URL` with https',
  ),
  TLS_KEY: optional(anyText, 'unset', 'file of the key that goes with it (PEM); both files are read again each minute'),
  REQUIRE_TLS: setting(
    onOrOff,
    'off',
    'on: the start refuses each connection with another machine that would not be encrypted, instead of warning of it; `TIME_STAMP_URL` may be http',
  ),
  DATA_DIR: setting(
    anyText,
    './data',
    'embedded database, generated key, mail files, control socket; readable by its owner only',
  ),
  DATABASE_URL: secret(
    urlWith(['postgres:', 'postgresql:'], 'must begin with postgresql:// and name a database'),
    'unset',
    'PostgreSQL 15 or later (below); unset means the embedded database in `DATA_DIR`',
  ),
  MIGRATION_DATABASE_URL: secret(
    urlWith(['postgres:', 'postgresql:'], 'must begin with postgresql:// and name a database'),
    'unset',
    'the same database with a user who may change its tables; read by `npm run migrate` alone (below)',
  ),
  SMTP_URL: secret(
    urlWith(['smtp:', 'smtps:'], 'must be an address such as smtp://user:password@mail.example.edu:587'),
    'unset',
    'mail server; unset means `.eml` files in `DATA_DIR/mail`',
  ),
  SECRET_KEY: secret(
    secretKeys,
    'a generated file',
    '`id:base64-of-32-bytes`, several separated by commas; the first encrypts, all decrypt. Required with `DATABASE_URL`, the same for every process: `echo "k1:$(openssl rand -base64 32)"`',
  ),
  INSTITUTION_FILE: setting(
    anyText,
    './institution.json',
    "the institution's names, links, limits and dates; read at the start",
  ),
  LIMITS_FILE: optional(anyText, 'unset', 'a JSON file with other limits (below); read at the start'),
  S3_ENDPOINT: optional(
    urlWith(['http:', 'https:'], 'must be an address such as https://s3.us-west-2.amazonaws.com'),
    'unset',
    'S3-compatible storage for documents; unset means `DATA_DIR/documents`',
  ),
  S3_BUCKET: optional(anyText, 'unset', 'the bucket; needed with `S3_ENDPOINT`'),
  S3_ACCESS_KEY_ID: secret(
    anyText,
    'unset',
    'a user of the storage; without it and its key, the role that AWS gives the machine or container',
  ),
  S3_SECRET_ACCESS_KEY: secret(anyText, 'unset', 'the key of that user; needed with its id'),
  S3_REGION: setting(anyText, 'us-east-1', 'region of the bucket'),
  SOFFICE: optional(
    anyText,
    'found in `PATH`',
    'an installed LibreOffice; without one, its WebAssembly build converts Word documents',
  ),
  WORD_SPOOL: optional(
    anyText,
    'unset',
    'folder shared with a Word converter in a container of its own, see Documents',
  ),
  CLAMD: optional(
    hostAndPortOrSocket,
    'unset',
    '`host:port` or socket of clamd, which then scans every document; unset means no scan',
  ),
  SIGNATURE_ISSUERS: optional(
    anyText,
    'unset',
    'file of the certificates (PEM) of services whose signed transcripts you trust (see Documents); unset means that no issuer is on your list',
  ),
  PDF_CERT: optional(
    anyText,
    'unset',
    "file of the institution's certificate for signing and the chain of its issuers (PEM), with which PDFs and packets are signed (see A signature of the institution); needs `PDF_KEY`. Unset: they have the seal alone",
  ),
  PDF_KEY: optional(anyText, 'unset', 'file of the key that goes with it (PEM)'),
  PDF_KEY_PASSWORD: secret(anyText, 'unset', 'the password of that file, if it has one'),
  TIME_STAMP_URL: optional(
    urlWith(['http:', 'https:'], ADDRESS_OF_TIME_STAMPS).refine(
      (address) => !URL.canParse(address) || `${new URL(address).username}${new URL(address).password}` === '',
      ADDRESS_OF_TIME_STAMPS,
    ),
    'unset',
    'a time stamp authority (RFC 3161), which says when a PDF was signed. It receives a digest, and its reply is signed, so http will do. Unset: signatures without a time stamp',
  ),
  BREACHED_PASSWORDS: optional(
    anyText,
    'unset',
    'file of the SHA-1 hashes of breached passwords, sorted (see Maintenance); a new password that is in it is refused',
  ),
  IDENTITY_COOKIE_PREFIX: setting(
    z.string().regex(/^[A-Za-z0-9_-]+$/, 'may contain only letters, digits, hyphen and underscore'),
    'CausewayIdentity',
    'how the name of the identity cookie begins; with https, a name such as `__Host-CausewayIdentity` binds it to this host',
  ),
  PHOTON_URL: optional(
    urlWith(['http:', 'https:'], 'must be an address such as https://photon.example.edu').transform((address) =>
      address.replace(/\/+$/, ''),
    ),
    'unset',
    'a Photon server that completes addresses; it receives what applicants type. Unset: city, state and ZIP from ZIP codes',
  ),
  TRUST_PROXY: setting(proxies, 'off', "number of proxies in front that may name the applicant's address; on means 1"),
  JOBS: setting(
    onOrOff,
    'on',
    'off: this server leaves conversions, PDFs and mail to workers (`npm run worker`); needs `DATABASE_URL`',
  ),
  REQUEST_SECONDS: optional(
    seconds(1),
    '330 with 1 MB',
    'how long a request may take to arrive; then it gets 408 and its connection is closed. Unset: 30 s more than the largest file takes on a connection of 28 kbit/s, which is 300 s for each MB of `file_megabytes`',
  ),
  RECENT_ANSWERS_MB: setting(
    wholeNumber(0, 16_000, 'must be a whole number of megabytes from 0 to 16000'),
    '256',
    'memory in which a server keeps the answers of who saved in the last five minutes, up to 0.13 MB for each person; 0 reads them anew for each save',
  ),
  READY_SECONDS: setting(
    seconds(0),
    '60',
    'how long the database may be away before `/readyz` says 503; until then the calls say it themselves',
  ),
  DRAIN_SECONDS: setting(
    seconds(0),
    '0',
    'how long a server that was told to stop says so at `/readyz` and keeps serving',
  ),
  SHUTDOWN_SECONDS: setting(
    seconds(1),
    '30',
    'how long it then waits for requests in progress before it cuts their connections',
  ),
  DELIVERIES_FILE: optional(
    anyText,
    'unset',
    'a JSON file with the systems that applications are handed over to (docs/deliveries.md); read at the start and for every delivery',
  ),
  METRICS: optional(
    metricsAddress,
    'off',
    '`host:port` or socket on which this process, server or worker, serves `/metrics` (below); not for the public',
  ),
  STAFF_OIDC_ISSUER: optional(
    secureUrl('must be an address such as https://login.example.edu, with https'),
    'unset',
    'the OpenID Connect provider with which staff sign in, see Staff sign-in; unset means links from `npm run staff-link`',
  ),
  STAFF_OIDC_CLIENT_ID: optional(anyText, 'unset', 'what the provider calls this product; needed with an issuer'),
  STAFF_OIDC_CLIENT_SECRET: secret(anyText, 'unset', 'the secret that goes with it; needed with an issuer'),
  STAFF_OIDC_ROLE_CLAIM: setting(
    anyText,
    'groups',
    'the claim of the ID token whose values `staff.roles` of `institution.json` maps to roles',
  ),
  STAFF_OIDC_MFA: optional(
    secondFactor,
    'unset',
    '`acr=` or `amr=` and a value that the ID token must have as proof of a second factor; unset means that none is asked for, and the start warns',
  ),
  STAFF_HOST: optional(
    hostName,
    'unset',
    'the host name under which alone `/staff` answers; elsewhere it is not found. A proxy in front must pass on `Host`',
  ),
  LOG_LEVEL: setting(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info', LOG_LEVELS.join(', ')),
}

/** The name of a setting in the environment. */
export type SettingName = keyof typeof settingTable

/** The settings that may be in a file. */
export const secretSettings: readonly string[] = Object.entries(settingTable).flatMap(([name, setting]) =>
  'isSecret' in setting ? [name] : [],
)

/** The schema of the environment: what each setting must be, and its value as the program uses it. */
export const environmentSchema = z.object(
  Object.fromEntries(Object.entries(settingTable).map(([name, { schema }]) => [name, schema])) as {
    [Name in SettingName]: (typeof settingTable)[Name]['schema']
  },
)

/** The table of the settings for docs/operating.md. */
export const settingsInMarkdown = (): string =>
  [
    '| setting | default | meaning |',
    '|---|---|---|',
    ...Object.entries(settingTable).map(([name, { unset, meaning }]) => `| \`${name}\` | ${unset} | ${meaning} |`),
  ].join('\n')

/** Whether the environment may have a setting of this name. */
export const isSettingName = (name: string): boolean =>
  Object.hasOwn(settingTable, name) || secretSettings.some((each) => name === `${each}_FILE`)

/** With https, for which the example is, an installation that begins has a better name. */
const inExample = (name: string, unset: string) =>
  name === 'IDENTITY_COOKIE_PREFIX' ? '__Host-CausewayIdentity' : (/^`([^`]+)`$/.exec(unset)?.[1] ?? '')

/** An example of an environment file with every setting, each with its meaning and default, all left out. */
export const settingsInEnvFile = (): string =>
  [
    '# Every setting with its default; docs/operating.md says more, also how secrets come from files. Written by',
    '# `npm run docs`.',
    '# For deploy/compose.yaml, fill in these names of its own. Its passwords must not need escaping in an address:',
    '# `openssl rand -hex 24` makes one.',
    ...['APPLY_HOST', 'FILES_HOST', 'POSTGRES_PASSWORD', 'CAUSEWAY_OWNER_PASSWORD', 'CAUSEWAY_APP_PASSWORD'].map(
      (name) => `${name}=`,
    ),
    ...Object.entries(settingTable).flatMap(([name, { unset, meaning }]) => [
      '',
      `# ${meaning} (default: ${unset.replaceAll('`', '')})`,
      // Compose needs the keys.
      `${/^(SECRET_KEY|S3_.*KEY.*|IDENTITY_COOKIE_PREFIX)$/.test(name) ? '' : '#'}${name}=${inExample(name, unset)}`,
    ]),
    '',
  ].join('\n')
