import type { Logger } from 'pino'
import { createLog } from './http/index.ts'
import { isStartFault, readSettings, type Settings } from './settings/index.ts'

/** What runs until it is closed. */
type Running = { readonly close: () => Promise<void> }

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
    console.log(`\n${[...greeting(settings), 'Stop with Ctrl-C.'].map((line) => `  ${line}\n`).join('')}`)
    stopAtSignals(running)
  } catch (error) {
    if (!isStartFault(error)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

function stopAtSignals({ close }: Running): void {
  let ending = false
  const end = async () => {
    // A second Ctrl-C means now.
    if (ending) process.exit(1)
    ending = true
    await close()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
