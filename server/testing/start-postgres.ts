import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../testing/free-port.ts'

/** A private PostgreSQL. `url` connects to its administrator's database. */
export type PrivatePostgres = {
  readonly url: string
  /** Stops the server until `resume`, as a restart for an update does; its data is kept. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** Ends the server at once, as a failing machine does. */
  readonly crash: () => Promise<void>
  /** Makes a standby the primary. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Options = {
  readonly certificate?: string
  readonly key?: string
  readonly durable?: boolean
  readonly standbyOf?: string
}

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1, from this machine's binaries and in a separate folder, or returns
 * why it cannot. It ends with `stop`, and also when this process ends in any way. With a certificate and its key (PEM) it
 * also accepts TLS. A `durable` one writes its files as a server in production does, which is slower. One that is
 * `standbyOf` the URL of another is copied from it and follows it.
 */
export async function startPostgres({
  certificate,
  key,
  durable = false,
  standbyOf = '',
}: Options = {}): Promise<PrivatePostgres | { readonly skipped: string }> {
  const binaries = binaryFolder()
  if (binaries === undefined) return { skipped: 'initdb and postgres are not installed' }
  const owner = unprivilegedOwner()
  if (owner === undefined) return { skipped: 'it does not run as root, and there is no user postgres' }
  const port = await freePort()
  const tls = certificate === undefined ? {} : { CERTIFICATE: certificate, KEY: key ?? '' }
  const options = durable ? '' : FAST
  const server = spawnScript(
    { BINARIES: binaries, PORT: String(port), OPTIONS: options, STANDBY_OF: standbyOf, ...tls },
    owner,
  )
  let output = ''
  server.stderr?.on('data', (text) => {
    output += text
  })
  const ended = once(server, 'exit')
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const untilAnswers = async (expected: boolean) => {
    while ((await answers(url)) !== expected) {
      if (server.exitCode !== null) throw new Error(`The PostgreSQL for the tests did not start:\n${output}`)
      await sleep(50)
    }
  }
  await untilAnswers(true)
  const order = async (what: 'start' | 'stop' | 'crash' | 'promote') => {
    server.stdin?.write(`${what}\n`)
    await untilAnswers(what === 'start' || what === 'promote')
  }
  const stop = async () => {
    server.stdin?.end()
    await ended
  }
  return {
    ...{ url, stop, pause: () => order('stop'), resume: () => order('start') },
    ...{ crash: () => order('crash'), promote: () => order('promote') },
  }
}

const FAST = '-F -c full_page_writes=off'

/**
 * The server lives as long as its standard input stays open. The pipe closes when the process at its other end ends,
 * however that happens, so a killed test run leaves no server and no folder behind.
 */
const script = `
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if [ -n "$STANDBY_OF" ]; then
  "$BINARIES/pg_basebackup" -R -D data -d "$STANDBY_OF" --checkpoint=fast >&2
else
  "$BINARIES/initdb" -D data -U postgres -A trust -E UTF8 --locale=C --no-sync >&2
fi
tls=
if [ -n "\${CERTIFICATE:-}" ]; then
  (umask 077 && printf %s "$KEY" > key.pem && printf %s "$CERTIFICATE" > certificate.pem)
  tls="-c ssl=on -c ssl_cert_file=$folder/certificate.pem -c ssl_key_file=$folder/key.pem"
fi
start() {
  "$BINARIES/postgres" -D data $OPTIONS -p "$PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \\
    -c max_connections=200 $tls >&2 < /dev/null &
}
stop() {
  kill -INT $! || true
  wait $! || true
}
crash() {
  kill -QUIT $! || true
  wait $! || true
}
promote() {
  "$BINARIES/pg_ctl" promote -w -D data >&2
}
start
while read -r order; do "$order"; done
stop
`

function spawnScript(variables: Record<string, string>, owner: Owner): ChildProcess {
  return spawn('sh', ['-c', script], {
    ...owner,
    env: { ...process.env, ...variables },
    // A separate process group: Ctrl-C in the terminal reaches only the test runner, which then closes the pipe.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
}

/** PostgreSQL refuses to run as root; as root we run it as the user that its packages create. */
export type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>

export function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

function binaryFolder(): string | undefined {
  const inPath = (process.env.PATH ?? '').split(delimiter)
  const packaged = globSync('/usr/lib/postgresql/*/bin').sort((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  )
  const found = [...inPath, ...packaged].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
  // Through a link, because only some of the programs may be linked.
  return found && dirname(realpathSync(join(found, 'postgres')))
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  // A stopping server may end this connection after its reply; an unhandled error event would end the test run.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    // Refused, or still starting up: the caller asks again as long as the server's process is alive.
    return false
  }
}
