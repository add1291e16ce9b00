import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

/** Serves a built page, compressed with brotli as the product's own files are. */
export async function serveFolder(folder: string) {
  const compressed = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : (request.url ?? '').replace(/[?#].*$/, ''))
    if (!path.startsWith(folder) || !existsSync(path)) return void response.writeHead(404).end()
    const body = compressed.get(path) ?? brotliCompressSync(readFileSync(path))
    compressed.set(path, body)
    response
      .writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'content-length': body.length,
      })
      .end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The page could not be served.')
  return { address: `http://localhost:${address.port}/`, close: () => void server.close() }
}
