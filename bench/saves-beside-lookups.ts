import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { timesText } from './median.ts'

const SAVES = 300
const LOOKUPS_PER_SECOND = 50

/** How long a save takes on the embedded database, alone and while lookups run. Needs the built screen. */
export async function savesBesideLookups(): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent', TRUST_PROXY: 'on' },
    stdio: 'ignore',
  })
  try {
    await ready(address)
    const cookie = await signedUp(address, dataDir)
    await savesOf(address, cookie) // to warm up
    const alone = await savesOf(address, cookie)
    const lookups = lookUp(address)
    const beside = await savesOf(address, cookie)
    const made = await lookups()
    return [
      `  ${SAVES} saves alone:                    ${timesText(alone)}`,
      `  ${SAVES} saves beside ${LOOKUPS_PER_SECOND} lookups a second: ${timesText(beside)}   (${made} lookups)`,
    ]
  } finally {
    server.kill()
    await once(server, 'exit')
    rmSync(dataDir, { recursive: true })
  }
}

async function savesOf(address: string, cookie: string): Promise<readonly number[]> {
  const times: number[] = []
  for (let save = 0; save < SAVES; save += 1) {
    const begun = performance.now()
    await call(`${address}/api/answer`, 'PUT', { first_name: `June ${save} ${begun}` }, { cookie })
    times.push(performance.now() - begun)
    await wait(10)
  }
  return times
}

/** Lookups at a steady pace until told to stop; every one another text, so that none is remembered. Gives how many there were. */
function lookUp(address: string): () => Promise<number> {
  const asked: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const text = `montana state univ${asked.length}`
    // From many addresses, because one may not ask this often.
    const from = { 'x-forwarded-for': `10.0.0.${asked.length % 50}` }
    asked.push(
      call(`${address}/lookup/find?text=${encodeURIComponent(text)}&category=college_ceeb`, 'GET', undefined, from),
    )
  }, 1_000 / LOOKUPS_PER_SECOND)
  return async () => {
    clearInterval(timer)
    await Promise.all(asked)
    return asked.length
  }
}

async function signedUp(address: string, dataDir: string): Promise<string> {
  const person = { username: 'bench@mail.example', password: 'Larch-and-snow 2027' }
  await call(`${address}/public/signup`, 'POST', person)
  const mails = join(dataDir, 'mail')
  const mail = await until(async () => readdirSync(mails).find((name) => name.endsWith('.eml')))
  const code = /\b\d{6}\b/.exec(readFileSync(join(mails, mail), 'utf8'))?.[0]
  await call(`${address}/public/confirm`, 'POST', { username: person.username, code })
  const { headers } = await call(`${address}/public/login`, 'POST', person)
  return headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

async function call(url: string, method: string, body?: unknown, more = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...more }
  const reply = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}.`)
  await reply.arrayBuffer()
  return reply
}

const ready = (address: string) => until(async () => ((await fetch(`${address}/readyz`)).ok ? true : undefined))

/** Asks again until there is something; a failure means not yet. */
async function until<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await find().catch(() => undefined)
    if (found !== undefined) return found
    await wait(100)
  }
  throw new Error('The server for the measurement did not come up within a minute.')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
