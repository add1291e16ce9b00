import { once } from 'node:events'
import { createServer, Server as Listener, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as takeEvents } from 'node:timers/promises'
import type { App } from '../platform/http/index.ts'
import { type Settings, startupError } from '../platform/settings/index.ts'

type Address = Pick<Settings, 'host' | 'port'>

/** Listens where the settings say, or throws a startup error that says what prevents it. */
export async function listen(app: App, address: Address): Promise<void> {
  await app.listen(address).catch((error) => refuse(error, address))
}

/** Throws the same error before anything else has started. */
export async function requireFreePort(address: Address): Promise<void> {
  const server = createServer().listen(address)
  await once(server, 'listening').catch((error) => refuse(error, address))
  server.close()
  await once(server, 'close')
}

function refuse(error: NodeJS.ErrnoException, { host, port }: Address): never {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is taken by another program: stop it, or set PORT to another one.`,
    EACCES: `This user may not listen on port ${port}: set PORT to one from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  }
  const sentence = messages[error.code ?? '']
  throw sentence === undefined ? error : startupError(sentence, error)
}

/**
 * Returns what ends serving, for a server that does not listen yet: no connection that it has let anybody make is reset
 * before its request has a reply. Only what is still open after so many seconds is cut, so that no slow client blocks the
 * stop.
 */
export function prepareClose(app: App, seconds: number): () => Promise<void> {
  const server: Listener = app.server
  /** When the connections without any request yet were made, by the address and port of the other side. */
  const waiting = new Map<string, number>()
  let taken = 0
  server.on('connection', (socket: Socket) => {
    taken += 1
    const end = otherEnd(socket)
    waiting.set(end, performance.now())
    socket.once('close', () => waiting.delete(end))
  })
  app.server.on('request', ({ socket }) => waiting.delete(otherEnd(socket)))
  let gate = Promise.resolve()
  app.addHook('onRequest', () => gate)

  /**
   * Waits for a moment in which this process has nothing to do and no connection to take. If listening ended in another
   * one, the system would reset the connections that it has made and this process has not yet taken.
   */
  async function untilCalm(): Promise<void> {
    const start = performance.now()
    for (let last = start; last - start < MOST_WAITING; last = performance.now()) {
      const before = taken
      // Each round of events takes one connection.
      await takeEvents()
      if (taken === before && performance.now() - last < CALM) return
    }
  }

  return async () => {
    const deadline = setTimeout(() => app.server.closeAllConnections(), seconds * 1000)
    const { promise, resolve } = Promise.withResolvers<void>()
    // New requests wait, or a busy server would have no calm moment.
    gate = promise
    await untilCalm()
    // Not as an HTTP server closes, which also cuts the connections whose first request is still on its way.
    Listener.prototype.close.call(server)
    resolve()
    while ([...waiting.values()].some((made) => performance.now() - made < MOST_WAITING)) await sleep(BRIEFLY)
    await app.close()
    clearTimeout(deadline)
  }
}

/** With TLS, requests come on a socket of their own above that of the connection. */
const otherEnd = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

const MOST_WAITING = 5_000 // ms; also from making a connection to its first request

const CALM = 0.2 // ms for one round of events

const BRIEFLY = 20 // ms
