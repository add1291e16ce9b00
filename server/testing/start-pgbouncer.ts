import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../testing/free-port.ts'
import { unprivilegedOwner } from './start-postgres.ts'

type PgBouncer = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * A real PgBouncer in session mode before the PostgreSQL at `url`. Only `script/test --peers` asks for it; otherwise, or
 * if it is not installed, it returns the reason.
 */
export async function startPgBouncer(url: string): Promise<PgBouncer | { readonly skipped: string }> {
  if (process.env.CAUSEWAY_PEERS !== '1') return { skipped: 'script/test --peers starts it' }
  if (!existsSync('/usr/sbin/pgbouncer')) return { skipped: 'pgbouncer is not installed' }
  const owner = unprivilegedOwner()
  if (owner === undefined) return { skipped: 'it does not run as root, and there is no user postgres' }
  const folder = await mkdtemp(join(tmpdir(), 'causeway-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const target = new URL(url)
  await writeFile(join(folder, 'users'), '"postgres" ""\n')
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = session
default_pool_size = 60
max_client_conn = 200
`,
  )
  const server = spawn('/usr/sbin/pgbouncer', [join(folder, 'pgbouncer.ini')], { ...owner, stdio: 'ignore' })
  const ended = once(server, 'exit')
  process.once('exit', () => server.kill('SIGKILL'))
  const through = Object.assign(new URL(url), { port: String(port) }).href
  while (!(await answers(through))) {
    if (server.exitCode !== null) throw new Error(`PgBouncer ended with ${server.exitCode}.`)
    await sleep(50)
  }
  const stop = async () => {
    server.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }
  return { url: through, stop }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  const connected = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return connected
}
