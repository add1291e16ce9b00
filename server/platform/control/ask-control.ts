import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Reply, replySchema } from './message.ts'

/** Gives a command to the running server; undefined where none listens. Waits as long as the command takes. */
export async function askControl(
  path: string,
  name: string,
  words: readonly string[],
  folder = process.cwd(),
): Promise<Reply | undefined> {
  const socket = createConnection(path)
  socket.write(`${JSON.stringify({ name, arguments: words, folder })}\n`)
  try {
    const line = await text(socket)
    if (line === '') return { ok: false, message: 'The server ended before it replied.' }
    return replySchema.parse(JSON.parse(line))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')) {
      return undefined
    }
    throw error
  }
}
