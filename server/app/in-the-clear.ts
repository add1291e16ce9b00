import { isLoopback, type Settings, startupError } from '../platform/settings/index.ts'

type Services = Partial<Pick<Settings, 'databaseUrl' | 'smtpUrl' | 's3' | 'photonUrl' | 'clamd'>> & {
  readonly migrationUrl?: string | undefined
}

/** Where this process listens, and whether with TLS. */
type Listening = Partial<Pick<Settings, 'metrics' | 'certificate'>> & { readonly host?: string | undefined }

/** Throws a startup error if the settings require TLS and a connection with another machine would have none. */
export function requireTls(settings: Services & Listening & Pick<Settings, 'requiresTls'>): void {
  if (!settings.requiresTls) return
  const [sentence] = [...servicesInTheClear(settings), ...portsInTheClear(settings)]
  if (sentence !== undefined) throw startupError(`REQUIRE_TLS is on, but ${sentence}`)
}

function portsInTheClear({ host, metrics, certificate }: Listening): readonly string[] {
  if (certificate !== undefined) return []
  const metricsHost = metrics !== undefined && 'host' in metrics ? metrics.host : undefined
  return Object.entries({ HOST: host, METRICS: metricsHost }).flatMap(([name, address]) =>
    address === undefined || isLoopback(address)
      ? []
      : [`${name} lets other machines connect to ${address} without TLS: set TLS_CERT and TLS_KEY.`],
  )
}

/**
 * One sentence for each service of the settings on another machine that is reached without TLS, or whose certificate
 * nobody checks. A start goes on: the network between them may be one that nobody else can read.
 */
export function servicesInTheClear({
  databaseUrl,
  migrationUrl,
  smtpUrl,
  s3,
  photonUrl,
  clamd,
}: Services): readonly string[] {
  return [
    sentenceUnless('DATABASE_URL', databaseUrl, isPostgresOverTls, 'add sslmode=verify-full'),
    sentenceUnless('MIGRATION_DATABASE_URL', migrationUrl, isPostgresOverTls, 'add sslmode=verify-full'),
    sentenceUnless('SMTP_URL', smtpUrl, isMailOverTls, 'write smtps://, or add ?requireTLS=true'),
    sentenceUnless('S3_ENDPOINT', s3?.endpoint, isHttps, 'write https://'),
    sentenceUnless('PHOTON_URL', photonUrl, isHttps, 'write https://'),
    sentenceUnless(
      'CLAMD',
      clamd && `tcp://${clamd}`,
      () => false,
      'it has no TLS: use a socket, or one on this machine',
    ),
  ].filter((each) => each !== undefined)
}

function sentenceUnless(
  name: string,
  address: string | undefined,
  isOverTls: (address: URL) => boolean,
  remedy: string,
): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined // a socket is on this machine
  const url = new URL(address)
  // PostgreSQL may name its host, or the folder of its socket, as a parameter, and that folder also as an encoded host.
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  if (host === '' || host.startsWith('/') || isLoopback(host) || isOverTls(url)) return undefined
  return `${name} reaches ${host} without verified TLS, so what is sent there can be read on the way: ${remedy}.`
}

const isHttps = ({ protocol }: URL) => protocol === 'https:'

/** Without a demand, nodemailer goes on in the clear where the server does not offer TLS. */
const isMailOverTls = ({ protocol, searchParams }: URL) =>
  protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'

/** In libpq, any certificate will do for the other modes. pg still checks it in some of them, and says it will not. */
const isPostgresOverTls = ({ searchParams }: URL) =>
  ['verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
