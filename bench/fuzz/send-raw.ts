import { connect } from 'node:net'
import { recall } from './odd-values.ts'
import type { Request } from './requests.ts'

/** A request byte by byte: HTTP clients refuse to send what a server must survive. */
export type RawRequest = {
  readonly head: string
  readonly body: Buffer
  /** Whether it is valid HTTP, after which the server closes. Of any other request the client says that it ends. */
  readonly isWhole: boolean
  /** Whether the client disconnects without reading a reply. */
  readonly hangsUp: boolean
}

/** One reply as it arrived. `headers` has lower-case names. */
export type RawReply = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const PATIENCE = 30_000 // ms without a byte

/** Sends the bytes on a new connection; returns the first final reply, or why there is none. */
export function sendRaw(
  port: number,
  { head, body, isWhole, hangsUp }: RawRequest,
): Promise<RawReply | 'closed' | 'silent'> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    let isSilent = false
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.setTimeout(PATIENCE, () => {
      isSilent = true
      socket.destroy()
    })
    // A refused request may be reset while it is still being sent; the reply, if any, has arrived by then.
    socket.on('error', () => {})
    socket.on('close', () => resolve(isSilent ? 'silent' : (parseReply(Buffer.concat(chunks)) ?? 'closed')))
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body])
    if (hangsUp) socket.write(bytes, () => setTimeout(() => socket.destroy(), 5))
    else if (isWhole) socket.write(bytes)
    else socket.end(bytes)
  })
}

/** Parses a reply; skips those that only announce another (100 Continue). */
function parseReply(bytes: Buffer): RawReply | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return parseReply(rest)
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest.subarray(0, lengthIn(headers))
  return { status, headers, body: body.toString() }
}

const lengthIn = (headers: ReadonlyMap<string, string>) => Number(headers.get('content-length') ?? Infinity)

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = end < 0 ? 0 : Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

/** Turns a request into bytes, with the sender's credentials and the newest texts of earlier replies in their places. */
export function rawOf(
  request: Request,
  host: string,
  credentials: readonly string[],
  newest: readonly string[],
): RawRequest {
  const { method, transport, hangsUp, isWhole } = request
  const body = request.body && Buffer.from(recall(request.body.toString('latin1'), newest), 'latin1')
  const framed = frame(body, transport)
  const path = recall(request.path, newest.map(encodeURIComponent))
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(request.headers.some((line) => /^host:/i.test(line)) ? [] : [`Host: ${host}`]),
    ...credentials,
    ...request.headers,
    ...framed.lines,
    'Connection: close',
  ]
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body: framed.bytes, hangsUp, isWhole }
}

function frame(body: Buffer | undefined, transport: Request['transport']): { lines: string[]; bytes: Buffer } {
  if (body === undefined) return { lines: [], bytes: Buffer.alloc(0) }
  const length = (more: number) => `Content-Length: ${Math.max(0, body.length + more)}`
  const chunked = 'Transfer-Encoding: chunked'
  switch (transport) {
    case 'length':
      return { lines: [length(0)], bytes: body }
    case 'too short':
      return { lines: [length(-1)], bytes: body }
    case 'too long':
      return { lines: [length(10)], bytes: body }
    case 'no length':
      return { lines: [], bytes: body }
    case 'both':
      return { lines: [length(0), chunked], bytes: chunks(body) }
    case 'chunks':
      return { lines: [chunked], bytes: chunks(body) }
    case 'bad chunks':
      return { lines: [chunked], bytes: Buffer.concat([Buffer.from('zz\r\n'), body]) }
  }
}

/** Chunks of growing size. */
function chunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0, size = 1; at < body.length; at += size, size *= 3) {
    const part = body.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
