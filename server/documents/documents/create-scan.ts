import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a scanner found in a file: the signature of a virus, undefined for a clean file. `by` is the scanner. */
export type ScanResult = { readonly signature: string | undefined; readonly by: string }

/** Scans a file. Throws if the scanner is away. */
export type Scan = (bytes: Uint8Array) => Promise<ScanResult>

const DEADLINE = 60_000 // ms

/** A scanner that sends files to clamd (INSTREAM) at `host:port` or a socket's path; undefined if none is set. */
export function createScan(clamd: string | undefined): Scan | undefined {
  if (clamd === undefined) return undefined
  const ask = (command: Uint8Array) => askClamd(clamd, command)
  return async (bytes) => {
    const file = [Buffer.from('zINSTREAM\0'), lengthOf(bytes), bytes, lengthOf(new Uint8Array())]
    const answer = await ask(Buffer.concat(file))
    const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
    if (signature === undefined && answer !== 'stream: OK')
      throw new Error(`Unexpected reply from the virus scanner: ${answer}`)
    // An operator may have forbidden this question (EnableVersionCommand); the scan itself is done.
    const version = await ask(Buffer.from('zVERSION\0')).catch(() => '')
    return { signature, by: version.startsWith('ClamAV ') ? version : 'clamd' }
  }
}

/** Throws, with the reason, while clamd does not answer. */
export async function checkScanner(clamd: string): Promise<void> {
  const answer = await askClamd(clamd, Buffer.from('zPING\0'))
  if (answer !== 'PONG') throw new Error('Something else than clamd answers.')
}

async function askClamd(clamd: string, command: Uint8Array): Promise<string> {
  const [host, port] = clamd.split(':')
  const socket: Socket = clamd.startsWith('/') ? connect(clamd) : connect(Number(port), host)
  socket.setTimeout(DEADLINE, () => socket.destroy(new Error('The virus scanner does not answer.')))
  await once(socket, 'connect')
  socket.end(command)
  return (await text(socket)).replace(/\0$/, '')
}

/** Why an operator should know that there is no scanner, one sentence; none if there is one. */
export const scanWarnings = (scan: Scan | undefined): readonly string[] =>
  scan ? [] : ['CLAMD is not set: documents are not scanned for malware, and staff read so beside each.']

function lengthOf({ length }: Uint8Array): Uint8Array {
  const written = Buffer.alloc(4)
  written.writeUInt32BE(length)
  return written
}
