import type { Reply } from '../../../api/index.ts'
import { CallError, call } from '../../client/index.ts'

const EVERY = 2000 // ms; specification §9

/** How a conversion ended, and the documents that the application then holds. */
type End = { readonly conversion: Reply<'conversion'>; readonly documents: Reply<'documentAnswer'> }

/**
 * Asks for the status of a conversion, first after `first` and then every 2000 ms, until it is settled (specification §4).
 * A server that is busy or out of reach is asked again; anything else it throws, as it does the reason of the signal.
 */
export async function followConversion(key: string, signal: AbortSignal, first = EVERY): Promise<End> {
  for (let pause = first; ; ) {
    await passed(pause, signal)
    try {
      const conversion = await call('conversion', { answer_key: key })
      if (isSettled(conversion)) return { conversion, documents: await call('documentAnswer') }
      pause = EVERY
    } catch (error) {
      if (!(error instanceof CallError) || !isPassing(error)) throw error
      pause = Math.max(EVERY, (error.retryAfter ?? 0) * 1000)
    }
  }
}

export const isSettled = ({ status }: Pick<Reply<'conversion'>, 'status'>): boolean =>
  status !== 'UNPROCESSED' && status !== 'IN_PROGRESS'

/** Busy, restarting or out of reach: the conversion itself goes on. */
const isPassing = ({ code, status }: CallError) => code === 'offline' || status >= 502

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
