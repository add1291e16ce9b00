import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testing/free-port.ts'
import { makeCertificate } from './make-certificate.ts'

/** A real proxy with TLS before servers of this machine. `authority` issued its certificate (PEM). */
type ProxyForTests = {
  /** Where browsers reach it. */
  readonly address: string
  readonly authority: string
  /** Where it redirects browsers that come without TLS. */
  readonly plainAddress: string
  readonly accessLog: () => string
  readonly stop: () => Promise<void>
}

type Place = {
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  readonly servers: readonly number[]
  /** Of the servers' certificates for localhost, if they have some (PEM). */
  readonly serverAuthority?: string
}

const deploy = join(import.meta.dirname, '../../deploy')
const example = (name: string) => readFileSync(join(deploy, name), 'utf8')

const kinds = {
  nginx: {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    configure: configureNginx,
    words: (file: string) => ['-c', file, '-g', 'daemon off;'],
  },
  caddy: {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    configure: configureCaddy,
    words: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const

/**
 * Starts nginx or Caddy with the example of `deploy`, in which only names, ports and paths are replaced. Only
 * `script/test --peers` asks for it; otherwise, or if it is not installed, it returns the reason. `servers` are ports.
 */
export async function startProxy(
  kind: keyof typeof kinds,
  place: Pick<Place, 'port' | 'servers' | 'serverAuthority'>,
): Promise<ProxyForTests | { readonly skipped: string }> {
  const { program, file, configure, words } = kinds[kind]
  if (process.env.CAUSEWAY_PEERS !== '1') return { skipped: 'script/test --peers starts it' }
  if (!existsSync(program)) return { skipped: `${program} is not installed` }
  const folder = await mkdtemp(join(tmpdir(), `causeway-${kind}-`))
  const { authority, certificate, key } = await makeCertificate()
  const plainPort = await freePort()
  await writeFile(join(folder, 'certificate.pem'), certificate)
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 })
  await writeFile(join(folder, 'authority.pem'), place.serverAuthority ?? '')
  const configured = configure({ ...place, folder, plainPort })
  await writeFile(join(folder, file), place.serverAuthority === undefined ? configured : overTls(configured, folder))
  const variables = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const proxy = spawn(program, words(join(folder, file)), {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  proxy.stderr?.on('data', (text) => {
    output += text
  })
  process.once('exit', () => proxy.kill('SIGTERM'))
  const answers = () => fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).then(Boolean, () => false)
  while (!(await answers())) {
    if (proxy.exitCode !== null) throw new Error(`${kind} ended with ${proxy.exitCode}: ${output}`)
    await sleep(50)
  }
  return {
    address: `https://localhost:${place.port}`,
    plainAddress: `http://localhost:${plainPort}`,
    authority,
    accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    stop: async () => {
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** With what the examples say about servers that speak HTTPS. */
const overTls = (configured: string, folder: string) =>
  configured
    .replaceAll('proxy_pass http://causeway', 'proxy_pass https://causeway')
    .replaceAll(/# (proxy_ssl_|tls_)/g, '$1')
    .replace('server.internal', 'localhost')
    .replace(/\/run\/secrets\/authority|\/etc\/caddy\/authority\.pem/, join(folder, 'authority.pem'))

function configureNginx({ folder, port, plainPort, servers }: Place): string {
  const site = example('nginx.conf')
    .replace(/server server-1:3000(.*);\n.*server-2:3000.*;/, (_, options) =>
      servers.map((each) => `server 127.0.0.1:${each}${options};`).join('\n  '),
    )
    .replace('http://storage:7070', 'http://127.0.0.1:1')
    .replaceAll(/\$\{(APPLY|FILES)_HOST\}/g, (_, name) => (name === 'APPLY' ? 'localhost' : 'files.localhost'))
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('/run/secrets/certificate', join(folder, 'certificate.pem'))
    .replaceAll('/run/secrets/key', join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  return `pid ${join(folder, 'pid')};\nworker_processes 2;\nerror_log ${join(folder, 'error.log')};\n${
    process.getuid?.() === 0 ? 'user root;\n' : ''
  }events {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`
}

function configureCaddy({ folder, port, plainPort, servers }: Place): string {
  const certificates = `tls ${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`
  return example('Caddyfile')
    .replace('{\n', `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tskip_install_trust\n`)
    .replace('{$APPLY_HOST} {', `localhost {\n\t${certificates}`)
    .replace('{$FILES_HOST} {', `files.localhost {\n\t${certificates}`)
    .replace('{$STORAGE:storage:7070}', '127.0.0.1:1')
    .replaceAll('{$CAUSEWAY_SERVERS:server-1:3000 server-2:3000}', servers.map((each) => `127.0.0.1:${each}`).join(' '))
    .replace('{$ACCESS_LOG:/var/log/caddy/access.log}', join(folder, 'access.log'))
}
