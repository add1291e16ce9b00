import crypto from 'node:crypto'
import type { Logger } from 'pino'
import { build as pretty } from 'pino-pretty'
import { isDatabaseAway, outageReason } from '../platform/database/index.ts'
import { createLog, type ProcessKind } from '../platform/http/index.ts'
import { giveBackMemory } from '../platform/memory/index.ts'
import { isStartupError, readSettings, type Settings, startupError } from '../platform/settings/index.ts'

/**
 * Starts something with the settings from the environment, greets, and closes it on Ctrl-C or SIGTERM. A startup error
 * is printed as one sentence, without a stack trace.
 */
export async function runUntilStopped(
  kind: ProcessKind,
  start: (settings: Settings, log: Logger) => Promise<Running>,
  greeting: (settings: Settings) => readonly string[],
): Promise<void> {
  try {
    // Node 24 before 24.7 runs everything else.
    if (crypto.argon2 === undefined) throw startupError(`Node.js 24.7 or newer is needed; this is ${process.version}.`)
    const settings = readSettings(process.env)
    const lines = greeting(settings)
    const isRead = process.stdout.isTTY
    if (isRead) console.log(`\n  Starting. ${lines[0]}\n`)
    const log = createLog(settings, { kind, ...(isRead && { stream: forPeople() }) })
    const running = await start(settings, log)
    stopAtSignals(running, settings.drainSeconds + settings.shutdownSeconds + CLOSE_SECONDS, log)
    greet(log, lines)
    giveBackMemory()
  } catch (error) {
    const sentence = startSentence(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    // Everything opened is closed by now; a library's leftover handle must not keep a useless process alive.
    process.exit(1)
  }
}

/** Lines as a person reads them; a supervisor and a file get JSON. */
const forPeople = () =>
  pretty({
    sync: true,
    colorize: !process.env.NO_COLOR,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,host,process,reqId',
  })

/**
 * Says that the start is over: to a person at a terminal in plain text, else as one JSON line like every other, whatever
 * LOG_LEVEL is.
 */
function greet(log: Logger, lines: readonly string[]): void {
  if (process.stdout.isTTY) console.log(`\n${[...lines, 'Stop with Ctrl-C.'].map((line) => `  ${line}\n`).join('')}`)
  else atAnyLevel(log).info({ greeting: lines }, STARTED)
}

const atAnyLevel = (log: Logger) => log.child({}, { level: 'info' })

const STARTED = 'Started.'

/** Seconds for running jobs and open database connections, after the last request has ended. */
const CLOSE_SECONDS = 60

/** The log says who ended the process, so that one without these lines was killed. */
function stopAtSignals({ close }: Running, seconds: number, log: Logger): void {
  let isStopping = false
  const end = async (signal: NodeJS.Signals) => {
    // A second Ctrl-C stops at once.
    if (isStopping) process.exit(1)
    isStopping = true
    atAnyLevel(log).info({ signal }, 'Told to stop.')
    // Stop even if closing hangs: the next process finds and finishes the rest, as after a power failure.
    setTimeout(() => {
      log.error({ seconds }, 'Not everything ended in time; the process ends without it.')
      process.exit(1)
    }, seconds * 1000).unref()
    await close()
    atAnyLevel(log).info('Stopped.')
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** The sentence to print for what ended a start. A fault of the program has none: its stack trace is needed. */
export function startSentence(error: unknown): string | undefined {
  // If closing failed as well, what ended the start is the more useful one.
  if (error instanceof SuppressedError) return startSentence(error.suppressed)
  if (isStartupError(error)) return error.message
  if (isDatabaseAway(error)) return `The database became unavailable during the start (${outageReason(error)}).`
  return undefined
}

/** Something that runs until it is closed. */
export type Running = { readonly close: () => Promise<void> }

/**
 * Starts something that opens several parts in turn. `close` closes them in reverse order. If the start fails halfway,
 * the opened parts are closed before the error is passed on, so nothing half started is left.
 */
export async function running<Started extends object>(
  start: (opened: AsyncDisposableStack) => Promise<Started>,
): Promise<Started & Running> {
  await using opening = new AsyncDisposableStack()
  const started = await start(opening)
  const opened = opening.move()
  return { ...started, close: () => opened.disposeAsync() }
}
