import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'

const VERSION = '26.5.6'
const SHA_256 = '490189d9dff05272432d51f71a069462eeca97f2920a694d539a1e6c26a5a347'
const DOWNLOAD = 10 * 60_000 // ms
const START = 5 * 60_000 // ms

/** A running Keycloak. */
export type Keycloak = { readonly issuer: string; readonly stop: () => Promise<void> }

/** Where a realm of a Keycloak at this port is. */
export const issuerAt = (port: number, realm: string) => `http://127.0.0.1:${port}/realms/${realm}`

/** Why there is no Keycloak here; undefined if there can be one. Only `script/test --peers` asks for it. */
export function keycloakSkipped(): string | undefined {
  if (process.env.CAUSEWAY_PEERS !== '1') return 'script/test --peers downloads it'
  if (spawnSync('java', ['-version']).status !== 0) return 'Java is not installed'
  return spawnSync('mvn', ['-v']).status === 0 ? undefined : 'Maven, which downloads it, is not installed'
}

/** The real Keycloak with one realm, in memory. Maven downloads it once into a cache folder. */
export async function startKeycloak(port: number, realm: { readonly realm: string }): Promise<Keycloak> {
  const home = await installed()
  await mkdir(join(home, 'data/import'), { recursive: true })
  await writeFile(join(home, 'data/import', `${realm.realm}-realm.json`), JSON.stringify(realm))
  const log = await open(join(home, 'keycloak.log'), 'w')
  const options = ['--http-host=127.0.0.1', `--http-port=${port}`, '--db=dev-mem', '--import-realm']
  const child = spawn('bash', [join(home, 'bin/kc.sh'), 'start-dev', ...options], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd], // a group of its own: its script starts Java twice
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid)
    await exited
    await log.close()
  }
  const issuer = issuerAt(port, realm.realm)
  const until = Date.now() + START
  while (!(await isUp(issuer))) {
    if (child.exitCode === null && Date.now() < until) await sleep(500)
    else {
      await stop()
      throw new Error(`Keycloak did not start:\n${await readFile(join(home, 'keycloak.log'), 'utf8')}`)
    }
  }
  return { issuer, stop }
}

const isUp = (issuer: string): Promise<boolean> =>
  fetch(`${issuer}/.well-known/openid-configuration`).then(
    ({ ok }) => ok,
    () => false, // not listening yet
  )

/** The folder of the distribution. Throws if the download has another checksum. */
async function installed(): Promise<string> {
  const cache = join(homedir(), '.cache', 'causeway-peers')
  const home = join(cache, `keycloak-${VERSION}`)
  if (existsSync(home)) return home
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`
  const options = ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${cache}`]
  await promisify(execFile)('mvn', options, { timeout: DOWNLOAD })
  const archive = join(cache, `keycloak-quarkus-dist-${VERSION}.zip`)
  const zip = await readFile(archive)
  const found = createHash('sha256').update(zip).digest('hex')
  if (found !== SHA_256) throw new Error(`${archive} has the checksum ${found}, not that of Keycloak ${VERSION}.`)
  const draft = `${home}.part`
  await rm(draft, { recursive: true, force: true })
  for (const [name, bytes] of Object.entries(unzipSync(zip))) {
    if (name.endsWith('/')) continue
    const path = join(draft, name.slice(name.indexOf('/') + 1)) // without the folder that holds everything
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  await rename(draft, home)
  await rm(archive)
  return home
}
