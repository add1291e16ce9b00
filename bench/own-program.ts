import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

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
