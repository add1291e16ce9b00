import { once } from 'node:events'
import { createServer } from 'node:net'
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
