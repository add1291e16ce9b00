import { brotliCompressSync } from 'node:zlib'
import { type App, refusal, refuse } from '../../platform/http/index.ts'
import type { Face, FaceFile } from './face.ts'

/**
 * Serves the files of the face, which may be another one at any time, and returns what dresses a page in it. An address
 * changes with its content, so browsers keep it. What the faces before had is still there for pages that are open or on
 * their way, and `stored` has those of every edition and server.
 */
export function faceRoutes(
  app: App,
  faceNow: () => Face,
  stored: (address: string) => Promise<FaceFile | undefined>,
): (html: string) => string {
  const known = new Map<string, FaceFile>()
  let last: Face | undefined
  const remembered = (face: Face) => {
    if (last !== face) for (const [address, each] of face.files) known.set(address, each)
    for (const oldest of [...known.keys()].slice(0, -MOST_FILES)) known.delete(oldest)
    last = face
    return face
  }
  app.get('/brand/:name', { config: { limit: 'none' } }, async ({ url, headers }, reply) => {
    remembered(faceNow())
    // Only what no page here has shown is looked up, and not while the server is busy with more than that.
    if (!known.has(url) && app.load.isFull()) return refuse(reply, refusal('busy'))
    const file = known.get(url) ?? (await app.load.run(() => stored(url)))
    if (!file) return refuse(reply, refusal('not_found'))
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(file.type)
    const isText = file.type.startsWith('text/')
    if (isText) reply.header('vary', 'Accept-Encoding')
    if (!isText || !/\bbr\b/.test(String(headers['accept-encoding']))) return reply.send(file.bytes)
    return reply.header('content-encoding', 'br').send(brotliCompressSync(file.bytes))
  })
  return (html) => withFace(html, remembered(faceNow()))
}

const MOST_FILES = 60 // of some ten faces

/**
 * A page with this face: its icon in place of ours, and its style sheet after ours, before anything is painted. The page
 * is as it was where a face has neither.
 */
function withFace(html: string, { icon, sheet }: Face): string {
  const links =
    icon && `<link rel="icon" type="image/png" href="${icon.small}"><link rel="apple-touch-icon" href="${icon.touch}">`
  const page = links === undefined ? html : html.replace(/<link rel="icon"[^>]*>/, links)
  return sheet === undefined ? page : page.replace('</head>', `<link rel="stylesheet" href="${sheet}"></head>`)
}
