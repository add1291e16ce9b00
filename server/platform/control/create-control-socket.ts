import { once } from 'node:events'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { startupError } from '../settings/index.ts'
import { asUser } from './operator.ts'
import { type Reply, requestSchema, sendCommand } from './send-command.ts'

/** The commands that the server accepts from the command line. It returns results as JSON, errors as messages. */
export type Commands = Readonly<Record<string, (words: readonly string[], folder: string) => Promise<unknown>>>

/** The open socket; closing it removes its file. */
export type ControlSocket = { readonly close: () => Promise<void> }

/**
 * Listens for commands on a socket file that only its owner may use (Q39): one JSON line in, one back. Replaces a file
 * that a killed server left behind; throws a startup error if another server answers on it.
 */
export async function createControlSocket(path: string, commands: Commands): Promise<ControlSocket> {
  await removeStale(path)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // A client that disconnects early must not crash the server.
    socket.on('error', () => socket.destroy())
    const lines = createInterface(socket)
    // It says each error of its socket once more, and one that nobody hears ends the process.
    lines.on('error', () => lines.close())
    lines.once('line', async (line) => {
      socket.end(`${JSON.stringify(await answer(commands, line))}\n`)
    })
  })
  server.listen(path)
  await once(server, 'listening').catch((error) => {
    const isTooLong = ['ENAMETOOLONG', 'EINVAL'].includes(error.code)
    const advice = isTooLong ? 'choose a shorter DATA_DIR' : 'choose a DATA_DIR in which this user may make a socket'
    throw startupError(`The control socket ${path} cannot be opened (${error.code}): ${advice}.`, error)
  })
  chmodSync(path, 0o600)
  return {
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

async function answer(commands: Commands, line: string): Promise<Reply> {
  try {
    const request = requestSchema.parse(JSON.parse(line))
    const command = Object.hasOwn(commands, request.name) ? commands[request.name] : undefined
    if (command === undefined) {
      return { ok: false, message: `Unknown command: ${request.name}. Commands: ${Object.keys(commands).join(', ')}.` }
    }
    return { ok: true, result: (await asUser(request.user, () => command(request.arguments, request.folder))) ?? null }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

async function removeStale(path: string): Promise<void> {
  const existing = lstatSync(path, { throwIfNoEntry: false })
  if (existing === undefined) return
  if (!existing.isSocket())
    throw startupError(`The control socket cannot be created: ${path} exists and is not a socket.`)
  if ((await sendCommand(path, 'are-you-there', [])) !== undefined) {
    throw startupError(`Another server answers at ${path}: stop it, or choose another DATA_DIR.`)
  }
  rmSync(path)
}
