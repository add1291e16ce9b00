import type { Reply } from '../../../api/index.ts'
import { CallError, type Calls, sendFile } from '../../client/index.ts'

type Sending = {
  /** Saves unsaved answers; throws if that fails now. */
  readonly save: () => Promise<void>
  readonly calls: Calls
  /** Called with the share of the file sent so far, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly run: Run
}

/**
 * Sends a file to storage and starts its conversion (requirements 4.upload). Saves the answers at the same time,
 * because they decide whether the question is asked at all: if the server did not know them yet, it is asked again. Throws the error of a failed call, or the reason of the
 * run's signal. `doubt` is an error that leaves open whether the conversion started: the request may have arrived and only
 * its reply been lost.
 */
export async function sendDocument(
  answer_key: string,
  file: File,
  { save, calls: { call }, onProgress, run }: Sending,
): Promise<{ readonly doubt: CallError | undefined }> {
  const { signal } = run
  const saved = save()
  const ask = () => call('presignUpload', { answer_key })
  const asked = ask().catch(async (error) => {
    if (!(error instanceof CallError && error.code === 'not_asked')) throw error
    await saved
    return ask()
  })
  const [permission] = await Promise.all([asked, saved])
  signal.throwIfAborted()
  await sendFile(permission, file, { onProgress, signal })
  const { key: file_key = '' } = permission.fields
  run.isStarted = true
  try {
    await call('startConversion', { answer_key, file_key, file_name: file.name })
    return { doubt: undefined }
  } catch (error) {
    if (isUnclear(error)) return { doubt: error }
    throw error
  } finally {
    signal.throwIfAborted()
  }
}

const EVERY = 2000 // ms; 9.polling.1

/** How a conversion ended, and the documents in the application after it. */
type End = { readonly conversion: Reply<'conversion'>; readonly documents: Reply<'documentAnswer'> }

type Following = {
  readonly calls: Calls
  readonly signal: AbortSignal
  /** Milliseconds before the first request. */
  readonly first?: number | undefined
  /** Called with true after several requests in a row without a readable reply, and with false at the next reply. */
  readonly onUnclear: (isUnclear: boolean) => void
}

/** After this many requests in a row without a readable reply, tell the person. */
const UNCLEAR_AFTER = 3

/**
 * Polls the status of a conversion, first after `first` and then every 2000 ms, until it is final (requirement
 * 4.upload.4). Only a refusal by the server ends it early; any other reply says nothing about the document, so it asks
 * again. Throws the server's refusal, or the reason of the signal.
 */
export async function followConversion(
  key: string,
  { calls, signal, first = EVERY, onUnclear }: Following,
): Promise<End> {
  let unclear = 0
  for (let pause = first; ; ) {
    await passed(pause, signal)
    try {
      const conversion = await calls.callOnce('conversion', { answer_key: key })
      if (isSettled(conversion)) return { conversion, documents: await calls.call('documentAnswer') }
      if (unclear >= UNCLEAR_AFTER) onUnclear(false)
      unclear = 0
      pause = EVERY
    } catch (error) {
      if (!isUnclear(error)) throw error
      unclear += 1
      if (unclear === UNCLEAR_AFTER) onUnclear(true)
      pause = Math.max(EVERY, (error.retryAfter ?? 0) * 1000)
    }
  }
}

export const isSettled = ({ status }: Pick<Reply<'conversion'>, 'status'>): boolean =>
  status !== 'UNPROCESSED' && status !== 'IN_PROGRESS'

const passed = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', end)
  })

/** What happens to one file, from choosing it to its document. */
export type Run = {
  /** Aborted once it is stopped, or the person has left. */
  readonly signal: AbortSignal
  /** Whether the server may have begun to convert the file. */
  isStarted: boolean
}

type Runs = {
  /** Does the work of a question. Throws what the work throws. */
  start(key: string, work: (run: Run) => Promise<void>): Promise<void>
  /** Stops the work of a question. Resolves once nothing of it goes on, with whether the server may have begun. */
  stop(key: string): Promise<boolean>
}

/** The work under way at each upload question, so that it can be stopped. `life` is aborted once the person has left. */
export function createRuns(life: () => AbortSignal): Runs {
  const runs = new Map<string, { readonly run: Run; readonly stop: () => void; readonly over: Promise<unknown> }>()
  return {
    async start(key, work) {
      const left = life()
      const controller = new AbortController()
      const stop = () => controller.abort()
      if (left.aborted) stop()
      left.addEventListener('abort', stop)
      const run = { signal: controller.signal, isStarted: false }
      const working = work(run)
      const own = { run, stop, over: working.catch(() => {}) } // `working` itself passes its error on
      runs.set(key, own)
      try {
        await working
      } finally {
        left.removeEventListener('abort', stop)
        if (runs.get(key) === own) runs.delete(key)
      }
    },
    async stop(key) {
      const { run, stop, over } = runs.get(key) ?? {}
      stop?.()
      if (run?.isStarted) await over
      return run?.isStarted ?? false
    },
  }
}

/**
 * Whether an error leaves open what the server did. Only a refusal with a reason means that nothing was done; a broken
 * connection, a server error, a busy server or a proxy's error page says nothing about the document.
 */
const isUnclear = (error: unknown): error is CallError =>
  error instanceof CallError && !(error.status >= 400 && error.status < 500 && !passing.includes(error.code))

const passing: readonly string[] = ['unexpected', 'too_many']
