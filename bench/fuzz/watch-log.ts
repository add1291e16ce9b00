import { readFileSync } from 'node:fs'

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
