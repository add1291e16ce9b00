import { createConnection } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const NOT_ITS_USER =
  'The server of DATA_DIR takes commands only from the user that it runs as. Run this as that user, for example with sudo -u.'

const STOPPED = { ok: false, message: 'The server stopped before it replied.' } as const

/** No socket, one of a server that was killed, or a path at which none can be: it leads through a file, or is too long. */
const nobodyThere: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'EINVAL', 'ENAMETOOLONG'])

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
    if (line === '') return STOPPED
    return replySchema.parse(JSON.parse(line))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (nobodyThere.has(code)) return undefined
    if (code === 'ECONNRESET' || code === 'EPIPE') return STOPPED
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

/** One line sent to the server: the name of a command, its arguments, and who gave it in which folder. */
export const requestSchema = z.object({
  name: z.string(),
  arguments: z.array(z.string()),
  folder: z.string().default('/'),
  user: z.string().max(100).default(''),
})

/** One line sent back: the result of the command, or one sentence saying why it failed. */
const replySchema = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
])

/** The server's reply to a command. */
export type Reply = z.infer<typeof replySchema>

/** The socket where the running server of a data folder listens for commands. */
export const controlSocketPath = (dataDir: string): string => join(dataDir, 'control.sock')
