import { recall } from './odd-values.ts'
import type { Request } from './requests.ts'
import type { RawRequest } from './send-raw.ts'

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
