import { readFileSync } from 'node:fs'
import { errors } from '../../api/index.ts'
import type { RawReply } from './send-raw.ts'

/** Errors with 5xx that are no fault: the server says that it is busy, and when to try again. */
const isBusy = ({ status, headers, body }: RawReply) =>
  status === 503 && Number(headers.get('retry-after')) > 0 && body.includes('"code":"busy"')

/** Traces of the program: a stack, a source file, a module. Built files of the screen contain some of these words. */
const traces = /\n\s+at |node_modules|node:internal|file:\/\/|\.[cm]?ts:\d+/

/** Says what is wrong with a reply; undefined if nothing is. `folders` are those that no reply may name. */
export function faultOf(reply: RawReply, folders: readonly string[]): string | undefined {
  const { status, headers, body } = reply
  if (Number.isNaN(status)) return 'no status'
  if (status >= 500 && !isBusy(reply)) return `status ${status}: ${body.slice(0, 200)}`
  const named = folders.find((folder) => body.includes(folder))
  if (named !== undefined) return `the reply names ${named}`
  if (headers.get('x-content-type-options') !== 'nosniff') return `${status} without nosniff`
  if (!headers.has('content-security-policy')) return `${status} without a content security policy`
  if (!headers.get('content-type')?.startsWith('application/json')) {
    const isPage = status < 400 || headers.get('content-type')?.startsWith('text/html')
    return isPage || body === '' ? undefined : `${status} as ${headers.get('content-type')}`
  }
  if (traces.test(body)) return `the reply contains a trace of the program: ${body.slice(0, 200)}`
  // A reply to HEAD has the headers of its body and no body.
  return status < 400 || body === '' ? undefined : faultInError(status, body)
}

/** An error is the catalog's: its code, its status, a sentence, and nothing that Fastify would add. */
function faultInError(status: number, body: string): string | undefined {
  let error: { code?: unknown; message?: unknown; statusCode?: unknown }
  try {
    error = Object(JSON.parse(body))
  } catch {
    return `${status} is not JSON: ${body.slice(0, 100)}`
  }
  const known = Object.entries(errors).find(([code]) => code === error.code)?.[1]
  const isSentence = typeof error.message === 'string' && /[.!]$/.test(error.message)
  if (known?.status === status && isSentence && error.statusCode === undefined) return undefined
  return `${status} is not in the catalog's form: ${body.slice(0, 200)}`
}

/** Errors that applicants' browsers report, which these requests pretend to be. */
const REPORTED = 'A browser reported an error.'

/**
 * Returns a function that throws if a line has been added to the log since its last call that is an error of the server
 * or not JSON.
 */
export function watchLog(file: string): () => void {
  let read = 0
  return () => {
    const text = readFileSync(file, 'utf8')
    // A line may still be in the middle of being written.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const lines = whole.slice(read).split('\n').filter(Boolean)
    read = whole.length
    for (const line of lines) {
      const { level, msg } = line.startsWith('{') ? JSON.parse(line) : { level: Number.NaN, msg: '' }
      if (!(level < 50 || msg === REPORTED)) throw new Error(`The log says: ${line.slice(0, 2_000)}`)
    }
  }
}
