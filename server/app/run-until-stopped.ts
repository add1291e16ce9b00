import type { Logger } from 'pino'
import { createLog } from '../platform/http/index.ts'
import { isStartupError, readSettings, type Settings } from '../platform/settings/index.ts'
import type { Running } from './running.ts'

/**
 * Starts something with the settings from the environment, prints a greeting, and closes it on Ctrl-C or SIGTERM. A
 * startup error is printed as one sentence, without a stack trace.
 */
export async function runUntilStopped(
  start: (settings: Settings, log: Logger) => Promise<Running>,
  greeting: (settings: Settings) => readonly string[],
): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const running = await start(settings, createLog(settings))
    stopAtSignals(running, settings.drainSeconds + settings.shutdownSeconds + CLOSE_SECONDS)
    console.log(`\n${[...greeting(settings), 'Stop with Ctrl-C.'].map((line) => `  ${line}\n`).join('')}`)
  } catch (error) {
    // If closing failed as well, the startup error is the more useful one.
    const fault = error instanceof SuppressedError ? error.suppressed : error
    if (!isStartupError(fault)) throw error
    console.error(fault.message)
    // Everything opened is closed by now; a library's leftover handle must not keep a useless process alive.
    process.exit(1)
  }
}

/** Seconds for running jobs and open database connections, after the last request has ended. */
const CLOSE_SECONDS = 60

function stopAtSignals({ close }: Running, seconds: number): void {
  let isStopping = false
  const end = async () => {
    // A second Ctrl-C stops at once.
    if (isStopping) process.exit(1)
    isStopping = true
    // Stop even if closing hangs: the next process finds and finishes the rest, as after a power failure.
    setTimeout(() => process.exit(1), seconds * 1000).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
