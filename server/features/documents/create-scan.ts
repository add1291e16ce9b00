import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Returns the signature of the virus in a file, undefined for a clean file. Throws if the scanner is away. */
export type Scan = (bytes: Uint8Array) => Promise<string | undefined>

const DEADLINE = 60_000 // ms

/** A scanner that sends files to clamd (INSTREAM) at `host:port` or a socket's path; undefined if none is set. */
export function createScan(clamd: string | undefined): Scan | undefined {
  if (clamd === undefined) return undefined
  const [host, port] = clamd.split(':')
  return async (bytes) => {
    const socket = clamd.startsWith('/') ? connect(clamd) : connect(Number(port), host)
    socket.setTimeout(DEADLINE, () => socket.destroy(new Error('The virus scanner does not answer.')))
    await once(socket, 'connect')
    socket.end(Buffer.concat([Buffer.from('zINSTREAM\0'), lengthOf(bytes), bytes, lengthOf(new Uint8Array())]))
    const answer = (await text(socket)).replace(/\0$/, '')
    const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
    if (signature === undefined && answer !== 'stream: OK')
      throw new Error(`Unexpected reply from the virus scanner: ${answer}`)
    return signature
  }
}

function lengthOf({ length }: Uint8Array): Uint8Array {
  const written = Buffer.alloc(4)
  written.writeUInt32BE(length)
  return written
}
