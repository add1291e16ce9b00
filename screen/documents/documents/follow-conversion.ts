import type { Reply } from '../../../api/index.ts'
import type { Calls } from '../../client/index.ts'
import { isUnclear } from './is-unclear.ts'

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
