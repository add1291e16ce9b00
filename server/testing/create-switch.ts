import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** An address in front of a service that can move or be away. */
export type Switch = {
  readonly port: number
  /** How many pieces clients have sent so far. */
  readonly sent: () => number
  /** Turns to nowhere once clients have sent this many pieces more. */
  readonly turnOffAfter: (pieces: number) => void
  /** Leads to another port of this machine, or nowhere, and ends the connections there are. */
  readonly makeCurrent: (port: number | undefined) => void
  readonly close: () => void
}

export async function createSwitch(first: number): Promise<Switch> {
  let port: number | undefined = first
  let [sent, last] = [0, Number.POSITIVE_INFINITY]
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (port === undefined) return void client.destroy()
    const service = connect(port, '127.0.0.1')
    client.on('data', () => {
      sent += 1
      if (sent === last) makeCurrent(undefined)
    })
    const pairs = [
      [client, service],
      [service, client],
    ] as const
    for (const [socket, other] of pairs) {
      sockets.add(socket)
      // Either end may fail at any time; the other one then ends as well.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const makeCurrent = (next: number | undefined) => {
    port = next
    for (const socket of sockets) socket.destroy()
  }
  const close = () => {
    makeCurrent(undefined)
    server.close()
  }
  const turnOffAfter = (pieces: number) => {
    last = sent + pieces
  }
  return { port: Object(server.address()).port, sent: () => sent, turnOffAfter, makeCurrent, close }
}
