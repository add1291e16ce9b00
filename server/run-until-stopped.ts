import type { Logger } from 'pino'
import { createLog } from './http/index.ts'
import type { Running } from './running.ts'
import { isStartFault, readSettings, type Settings } from './settings/index.ts'

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
    stopAtSignals(running)
    console.log(`\n${[...greeting(settings), 'Stop with Ctrl-C.'].map((line) => `  ${line}\n`).join('')}`)
  } catch (error) {
    if (!isStartFault(error)) throw error
    console.error(error.message)
    // What was opened is closed; whatever a library left running must not keep a server that does not serve.
    process.exit(1)
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
