import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { vi } from 'vitest'
import { compileCache } from '../../testing/compile-cache.ts'

/** How long a test waits for something to happen: a limit for hangs, not a measure of a slow machine. */
export const PATIENCE = { timeout: 90_000, interval: 20 }

type Entry = 'main.ts' | 'worker.ts' | 'migrate.ts'
type Environment = Readonly<Record<string, string>>

/** A running server or worker, started the way an operator does. */
export type Program = {
  readonly child: ChildProcess
  /** Everything on standard output so far. */
  readonly output: () => string
  readonly isRunning: () => boolean
  /** Ends it as a power failure would. */
  readonly kill: () => Promise<void>
  /** Ends it as a supervisor would; returns its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts the program and waits until it reports that it is running. `folder` has the programs of another release. */
export async function startProgram(entry: Entry, environment: Environment, folder = own): Promise<Program> {
  const { child, output } = spawned(entry, { LOG_LEVEL: 'warn', ...environment }, folder)
  child.stderr?.pipe(process.stderr)
  // Not 'close': a converter that briefly outlives the program keeps its streams open.
  const ended = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  await vi.waitUntil(() => {
    if (!isRunning()) throw new Error(`The program did not start: ${output()}`)
    // The release before this one says it in words.
    return /"msg":"Started\."|Stop with Ctrl-C\./.test(output())
  }, PATIENCE)
  const endBy = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return {
    child,
    output: output,
    isRunning,
    kill: async () => void (await endBy('SIGKILL')),
    stop: () => endBy('SIGTERM'),
  }
}

/** Runs a program that ends by itself, and returns its exit code and output. */
export async function endedProgram(entry: Entry, environment: Environment, folder = own) {
  const { child, output } = spawned(entry, environment, folder)
  const ended = once(child, 'close')
  let errorOutput = ''
  child.stderr?.on('data', (text) => {
    errorOutput += text
  })
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE.timeout)
  await ended
  clearTimeout(patience)
  return { code: child.exitCode, output: output(), errorOutput }
}

const own = join(import.meta.dirname, '..')

function spawned(entry: Entry, environment: Environment, folder = own) {
  const child = spawn(process.execPath, [join(folder, entry)], {
    cwd: join(folder, '..'),
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails halfway must not leave a process running.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let text = ''
  child.stdout?.on('data', (more) => {
    text += more
  })
  return { child, output: () => text }
}
