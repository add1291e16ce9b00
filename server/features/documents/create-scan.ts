import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Gives the signature of what a file is infected with, undefined for a clean one. Throws when the scanner is away. */
export type Scan = (bytes: Uint8Array) => Promise<string | undefined>

const DEADLINE = 60_000 // ms

/** A scanner that asks clamd at `host:port` or the path of its socket (its INSTREAM command); undefined when none is named. */
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
    if (signature === undefined && answer !== 'stream: OK') throw new Error(`The virus scanner says: ${answer}`)
    return signature
  }
}

function lengthOf({ length }: Uint8Array): Uint8Array {
  const written = Buffer.alloc(4)
  written.writeUInt32BE(length)
  return written
}
