import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { vi } from 'vitest'

/** How long a test waits for what must come to pass: a limit for what hangs, not a measure of a slow machine. */
export const PATIENCE = { timeout: 90_000, interval: 20 }

type Environment = Readonly<Record<string, string>>

/** A running server or worker, as an operator starts it. */
export type Program = {
  readonly child: ChildProcess
  /** Everything on standard output so far. */
  readonly said: () => string
  readonly isRunning: () => boolean
  /** Ends it as a power failure does. */
  readonly kill: () => Promise<void>
  /** Ends it as a supervisor does; gives its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts the program and waits until it says that it runs. */
export async function startProgram(entry: 'main.ts' | 'worker.ts', environment: Environment): Promise<Program> {
  const { child, said } = spawned(entry, { LOG_LEVEL: 'warn', ...environment })
  child.stderr?.pipe(process.stderr)
  // Not 'close': a converter that outlives the program for a moment holds its streams.
  const ended = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  await vi.waitUntil(() => {
    if (!isRunning()) throw new Error(`The program did not start: ${said()}`)
    return said().includes('Stop with Ctrl-C.')
  }, PATIENCE)
  const endBy = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return { child, said, isRunning, kill: async () => void (await endBy('SIGKILL')), stop: () => endBy('SIGTERM') }
}

/** Starts a program that ends by itself, and gives its exit code and what it said. */
export async function endedProgram(entry: 'main.ts' | 'worker.ts', environment: Environment) {
  const { child, said } = spawned(entry, environment)
  const ended = once(child, 'close')
  let complained = ''
  child.stderr?.on('data', (text) => {
    complained += text
  })
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE.timeout)
  await ended
  clearTimeout(patience)
  return { code: child.exitCode, said: said(), complained }
}

function spawned(entry: 'main.ts' | 'worker.ts', environment: Environment) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', entry)], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails in the middle leaves nothing running.
  process.once('exit', () => child.kill('SIGKILL'))
  let text = ''
  child.stdout?.on('data', (more) => {
    text += more
  })
  return { child, said: () => text }
}
