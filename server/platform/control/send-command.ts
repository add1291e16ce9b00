import { createConnection } from 'node:net'
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { type Reply, replySchema } from './message.ts'

const NOT_ITS_USER =
  'The server of DATA_DIR takes commands only from the user that it runs as. Run this as that user, for example with sudo -u.'

/** Sends a command to the running server and waits until it is done; undefined when no server is listening. */
export async function sendCommand(
  path: string,
  name: string,
  words: readonly string[],
  folder = process.cwd(),
): Promise<Reply | undefined> {
  const socket = createConnection(path)
  socket.write(`${JSON.stringify({ name, arguments: words, folder, user: systemUser() })}\n`)
  try {
    const line = await text(socket)
    if (line === '') return { ok: false, message: 'The server stopped before it replied.' }
    return replySchema.parse(JSON.parse(line))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    if (code === 'EACCES') return { ok: false, message: NOT_ITS_USER }
    throw error
  }
}

/** Who gives the command on this machine: with sudo, who asked for it. */
function systemUser(): string {
  if (process.env.SUDO_USER) return process.env.SUDO_USER
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}` // in a container, whose user often has no name
  }
}
