import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compileCache } from '../../testing/compile-cache.ts'
import { copyDatabase } from '../../testing/copy-database.ts'
import { freePort } from '../../testing/free-port.ts'

const root = join(import.meta.dirname, '../..')
const products = join(root, '.artefacts/products')
/** The database of a product that was started once, because creating one takes seconds. */
export const databaseTemplate = join(products, 'empty-database/database')
const START_WITHIN = 240_000 // ms; the first start creates the database, and a busy machine takes its time

/** The running product: the server as a new user starts it, on a free port and with its own data folder. */
export type Product = {
  readonly address: string
  readonly dataDir: string
  /** Everything the server has logged so far, across all its starts. */
  readonly log: () => Promise<string>
  /** The server's child processes whose command names this file. */
  readonly processesOf: (file: string) => readonly number[]
  /** kill -9: no time to save anything. */
  readonly kill: () => Promise<void>
  /** Stops the server with Ctrl-C and returns the exit code. */
  readonly stop: () => Promise<number | null>
  /** Starts it again, with these settings besides its own. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<void>
}

/** Starts the product in an empty data folder named after its story. */
export async function startProduct(story: string): Promise<Product> {
  const dataDir = join(products, story)
  const logFile = join(products, `${story}.log`)
  await rm(dataDir, { recursive: true, force: true })
  await rm(logFile, { force: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (existsSync(databaseTemplate)) {
    await copyDatabase(databaseTemplate, dataDir)
    // A database can be opened only with its original secret key.
    await cp(join(databaseTemplate, '../secret-key'), join(dataDir, 'secret-key'))
  }
  const port = await freePort()
  const address = `http://localhost:${port}`
  let server: ChildProcess | undefined

  const start: Product['start'] = async (settings = {}) => {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir },
        ...compileCache,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const file = createWriteStream(logFile, { flags: 'a' })
    started.stdout.pipe(file, { end: false })
    started.stderr.pipe(file, { end: false })
    server = started
    try {
      await ready(address, started)
    } catch (error) {
      started.kill('SIGKILL') // nobody else will
      throw error
    }
  }
  const end = async (signal: 'SIGKILL' | 'SIGINT') => {
    const ending = server
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
    const exit = once(ending, 'exit')
    ending.kill(signal)
    await exit
    return ending.exitCode
  }
  await start()
  return {
    address,
    dataDir,
    log: () => readFile(logFile, 'utf8'),
    processesOf: (file) =>
      processes().flatMap(([pid, parent, command]) => (parent === server?.pid && command.includes(file) ? [pid] : [])),
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGINT'),
    start,
  }
}

function processes(): readonly (readonly [pid: number, parent: number, command: string])[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return [Number(pid), Number(parent), command]
  })
}

async function ready(address: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_WITHIN
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode} instead of starting.`)
    // The loop waits until the server listens; until then, the request fails.
    const reply = await fetch(`${address}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await wait(100)
  }
  throw new Error(`The server did not answer within ${START_WITHIN} ms.`)
}
