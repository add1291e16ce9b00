import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { completeAnswers } from '../../server/index.ts'
import { call, freePort, type OwnServer, startOwnServer } from '../own-server.ts'
import { fill } from './fill.ts'

/** So many that the server slows nobody down for saving very much. */
export const PEOPLE = 500
const SIGNING_UP = 10 // people at a time
export const SUBMITTERS = 30
/** The key of the servers on PostgreSQL, so that one can take the place of another. */
export const SECRET_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`
/** Without the limits that stop one network, because all people come from this machine. */
const LIMITS = {
  sign_up_by_network: { most: 100_000, seconds: 60 },
  mail_by_network: { most: 100_000, seconds: 60 },
  code_by_network: { most: 100_000, seconds: 60 },
}

/** A server with so many applications of others, people who fill in theirs, and people who are about to submit. */
export async function filled(opened: AsyncDisposableStack, count: number, url?: string, more = {}) {
  const settings = url === undefined ? {} : { DATABASE_URL: url, SECRET_KEY, ...more }
  const server = await startOwnServer(LIMITS, settings, (dataDir) => fill({ dataDir, databaseUrl: url }, count))
  opened.defer(server.close)
  const { address, processId } = server
  const cookies = await peopleOn(server, 'p', PEOPLE)
  const submitting = await peopleOn(server, 's', SUBMITTERS)
  for (const cookie of submitting) await call(`${address}/api/answer`, 'PUT', completeAnswers, { cookie })
  return { people: { address, processId, cookies }, submitters: { address, processId, cookies: submitting } }
}

const peopleOn = async (server: OwnServer, name: string, count: number): Promise<readonly string[]> => {
  const cookies: string[] = []
  for (let first = 0; first < count; first += SIGNING_UP) {
    const people = Array.from({ length: Math.min(SIGNING_UP, count - first) }, (_, at) => `${name}${first + at}x`)
    cookies.push(...(await Promise.all(people.map((each) => server.signUp(`${each}@mail.example`)))))
  }
  return cookies
}

export async function startFloors(opened: AsyncDisposableStack, url: string) {
  const port = await freePort()
  const env = { PATH: process.env.PATH, DATABASE_URL: url, PORT: String(port), PEOPLE: String(PEOPLE) }
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./floors.ts'))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  opened.defer(() => void child.kill())
  await once(child.stdout, 'data')
  const cookies = Array.from({ length: PEOPLE }, (_, at) => `token=t${at}`)
  return { address: `http://127.0.0.1:${port}`, processId: child.pid ?? 0, cookies }
}
