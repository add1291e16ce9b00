import type { Logger } from 'pino'
import { createLog } from '../platform/http/index.ts'
import { isStartFault, readSettings, type Settings } from '../platform/settings/index.ts'
import type { Running } from './running.ts'

/**
 * Starts something with the settings of the environment, tells a person what is there, and closes it at Ctrl-C or SIGTERM.
 * A fault of the start is one sentence, not a stack.
 */
export async function runUntilStopped(
  start: (settings: Settings, log: Logger) => Promise<Running>,
  greeting: (settings: Settings) => readonly string[],
): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const running = await start(settings, createLog(settings))
    stopAtSignals(running, settings.drainSeconds + settings.shutdownSeconds + LAST_WORK)
    console.log(`\n${[...greeting(settings), 'Stop with Ctrl-C.'].map((line) => `  ${line}\n`).join('')}`)
  } catch (error) {
    // Where closing failed as well, why the start failed says more.
    const fault = error instanceof SuppressedError ? error.suppressed : error
    if (!isStartFault(fault)) throw error
    console.error(fault.message)
    // What was opened is closed; whatever a library left running must not keep a server that does not serve.
    process.exit(1)
  }
}

/** Seconds for the jobs in hand and the connections of the database, once no request is left. */
const LAST_WORK = 60

function stopAtSignals({ close }: Running, seconds: number): void {
  let ending = false
  const end = async () => {
    // A second Ctrl-C means now.
    if (ending) process.exit(1)
    ending = true
    // Whatever holds the end up: what was in hand is found and finished by the next process, as after a power failure.
    setTimeout(() => process.exit(1), seconds * 1000).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
