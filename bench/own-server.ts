import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** A server for one measurement, with the embedded database unless its environment names another. */
export type OwnServer = {
  readonly address: string
  readonly processId: number
  /** The cookie of a person who has signed up and logged in. */
  readonly cookie: string
  /** Signs up and logs in another person; returns their cookie. */
  readonly signUp: (username: string) => Promise<string>
  /** Runs an operator command, such as `schools import …`; returns what it printed. */
  readonly command: (...words: readonly string[]) => Promise<string>
  readonly dataDir: string
  readonly close: () => Promise<void>
}

/**
 * Starts the product on a free port with an empty data folder. `limits` replaces limits of requests, `more` adds
 * settings, `prepare` fills the data folder. The screen must be built first.
 */
export async function startOwnServer(
  limits: object = {},
  more: Readonly<Record<string, string>> = {},
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  await prepare(dataDir)
  const limitsFile = join(dataDir, 'limits.json')
  writeFileSync(limitsFile, JSON.stringify(limits))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'on',
    LIMITS_FILE: limitsFile,
    ...more,
  }
  const options = { cwd: join(import.meta.dirname, '..'), env, stdio: 'ignore' } as const
  const server = spawn(process.execPath, ['server/main.ts'], options)
  const close = async () => {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(dataDir, { recursive: true })
  }
  try {
    await waitFor(async () => ((await fetch(`${address}/readyz`)).ok ? true : undefined))
    const signUpHere = (username: string) => signUp(address, dataDir, username)
    const cookie = await signUpHere('bench@mail.example')
    const command = async (...words: readonly string[]) => {
      const run = spawn(process.execPath, ['server/platform/control/command.ts', ...words], {
        ...options,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [printed, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')])
      if (code !== 0) throw new Error(`The command ${words.join(' ')} failed.`)
      return printed
    }
    return { dataDir, address, processId: server.pid ?? 0, cookie, signUp: signUpHere, command, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Calls the URL and rejects if the reply is not a success. */
export async function call(url: string, method: string, body?: unknown, more = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...more }
  const reply = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}.`)
  await reply.arrayBuffer()
  return reply
}

/** Everybody's password. */
export const PASSWORD = 'Larch-and-snow 2027'

export async function signUp(address: string, dataDir: string, username: string): Promise<string> {
  const person = { username, password: PASSWORD }
  await call(`${address}/public/signup`, 'POST', person)
  const mails = join(dataDir, 'mail')
  const mail = await waitFor(async () =>
    readdirSync(mails)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(mails, name), 'utf8'))
      .find((text) => text.includes(username)),
  )
  const code = /\b\d{6}\b/.exec(mail)?.[0]
  await call(`${address}/public/confirm`, 'POST', { username: person.username, code, password: person.password })
  return logIn(address, username)
}

/** Logs in and returns the cookies. */
export async function logIn(address: string, username: string): Promise<string> {
  const { headers } = await call(`${address}/public/login`, 'POST', { username, password: PASSWORD })
  return headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

/** Repeats until there is a value. A failure counts as "not yet". */
export async function waitFor<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await find().catch(() => undefined)
    if (found !== undefined) return found
    await wait(100)
  }
  throw new Error('The server for the measurement did not come up within a minute.')
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

/** A server or worker that a bench starts, ends and starts again, as a supervisor would. */
export type OwnProgram = {
  readonly processId: number
  readonly isRunning: () => boolean
  /** Ends it as a power failure would. */
  readonly kill: () => Promise<void>
  /** Asks it to stop; resolves once it has ended. */
  readonly stop: () => Promise<void>
}

/** Starts a program with exactly this environment. Everything that it prints is added to the file `log`. */
export function startOwnProgram(
  entry: 'main.ts' | 'worker.ts',
  environment: Readonly<Record<string, string>>,
  log: string,
): OwnProgram {
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, [join('server', entry)], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  // A bench that fails halfway must not leave a process running.
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const ended = once(child, 'exit').finally(() => process.off('exit', endWithUs))
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return {
    processId: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
