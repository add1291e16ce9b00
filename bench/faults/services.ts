import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A network between two programs. It is well unless told otherwise. */
export type Network = {
  readonly port: number
  /** `silent` holds everything back and delivers it afterwards; `reply lost` cuts each connection at the first reply. */
  readonly be: (way: 'well' | 'refused' | 'silent' | 'slow' | 'reply lost') => void
  /** Resets every connection. */
  readonly cut: () => void
  readonly close: () => void
}

const SLOW = 150 // ms for each piece

export async function startNetwork(port: number): Promise<Network> {
  let way: Parameters<Network['be']>[0] = 'well'
  const sockets = new Set<Socket>()
  const cut = () => {
    for (const each of sockets) each.resetAndDestroy()
  }
  const server = createTcpServer((near) => {
    if (way === 'refused') return void near.resetAndDestroy()
    const far = connect(port, '127.0.0.1')
    carry(near, far, false)
    carry(far, near, true)
  })
  function carry(from: Socket, to: Socket, isReply: boolean): void {
    sockets.add(from)
    let before: Promise<unknown> = Promise.resolve()
    from.on('data', (piece) => {
      if (way === 'reply lost' && isReply) {
        from.destroy()
        return void to.resetAndDestroy()
      }
      before = before.then(async () => {
        while (way === 'silent') await wait(50)
        if (way === 'slow') await wait(SLOW)
        if (!to.destroyed) to.write(piece)
      })
    })
    from.on('error', () => {}) // as a broken line; `close` follows
    from.on('close', () => {
      sockets.delete(from)
      void before.then(() => to.destroy())
    })
  }
  return {
    port: await listening(server),
    be: (next) => {
      way = next
    },
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}

export type Reply = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer }
/** What a proxy does with a request instead of passing it on. `forward` passes it on and returns the reply. */
export type Behavior = (request: IncomingMessage, forward: () => Promise<Reply>) => Promise<Reply | 'cut'>

/** A proxy for HTTP in front of these ports: each in turn, and the next one where nobody listens. */
export type HttpProxy = {
  readonly port: number
  readonly behave: (behavior: Behavior | undefined) => void
  readonly close: () => void
}

export async function startHttpProxy(ports: readonly number[]): Promise<HttpProxy> {
  let behavior: Behavior | undefined
  let turn = 0
  const forward = async (request: IncomingMessage, body: Buffer): Promise<Reply> => {
    for (const _ of ports) {
      turn += 1
      const found = await passOn(ports[turn % ports.length] ?? 0, request, body)
      if (found !== undefined) return found
    }
    return { status: 503, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"code":"nobody"}') }
  }
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request)
      const next = () => forward(request, body)
      answer(response, await (behavior === undefined ? next() : behavior(request, next)))
    } catch {
      response.destroy() // either side has cut the line
    }
  })
  return {
    port: await listening(server),
    behave: (next) => {
      behavior = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(response: ServerResponse, reply: Reply | 'cut'): void {
  if (reply === 'cut') return void response.destroy()
  const { 'transfer-encoding': _, connection, ...headers } = reply.headers
  response.writeHead(reply.status, headers).end(reply.body)
}

/** Undefined where nobody listens. */
function passOn(port: number, request: IncomingMessage, body: Buffer): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = request
    const onward = ask({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (reply) => {
      try {
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) })
      } catch (error) {
        reject(error)
      }
    })
    onward.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
    )
    request.once('close', () => request.destroyed && request.socket.destroyed && onward.destroy())
    onward.end(body)
  })
}

/** A mail server that writes what it accepted to a folder, once for each message. */
export type MailServer = {
  readonly port: number
  readonly be: (way: keyof typeof refusals | 'well' | 'silent' | 'cut before 250' | 'slow' | 'refused') => void
  readonly close: () => void
}

const refusals = {
  'busy (421)': { at: 'connect', code: 421, message: '4.3.2 Too busy' },
  'blocks everyone (554)': { at: 'recipient', code: 554, message: '5.7.1 Service unavailable; client host blocked' },
  'mailbox full (452)': { at: 'recipient', code: 452, message: '4.2.2 Mailbox full' },
  greylists: { at: 'recipient', code: 450, message: '4.7.1 Greylisted, try again' },
} as const

export async function startMailServer(folder: string): Promise<MailServer> {
  let way: Parameters<MailServer['be']>[0] = 'well'
  const met = new Set<string>()
  const refusal = (at: 'connect' | 'recipient') => {
    const found = Object.hasOwn(refusals, way) ? refusals[way as keyof typeof refusals] : undefined
    return found?.at === at ? Object.assign(new Error(found.message), { responseCode: found.code }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_, done) => done(refusal('connect')),
    onRcptTo: ({ address }, _, done) => {
      const isKnown = way === 'greylists' && met.has(address)
      met.add(address)
      done(isKnown ? null : refusal('recipient'))
    },
    onData: async (stream, _, done) => {
      const mail = await buffer(stream)
      const id = /^message-id: *(\S+)/im.exec(mail.toString())?.[1] ?? mail.toString()
      if (way === 'slow') await wait(3000)
      // A message that comes twice, because its reply was lost, is one mail to whoever receives it.
      writeFileSync(join(folder, `${createHash('sha256').update(id).digest('hex')}.eml`), mail)
      if (way === 'cut before 250') return network.cut()
      done()
    },
  })
  server.on('error', () => {}) // a connection that was cut
  const network = await startNetwork(await portOf(server))
  return {
    port: network.port,
    be: (next) => {
      way = next
      network.be(next === 'silent' || next === 'refused' ? next : 'well')
    },
    close: () => {
      network.close()
      server.close()
    },
  }
}

async function portOf(mail: SMTPServer): Promise<number> {
  await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve))
  return Object(mail.server.address()).port
}

async function listening(server: Pick<ReturnType<typeof createTcpServer>, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
