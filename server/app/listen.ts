import type { App } from '../platform/http/index.ts'
import { type Settings, startupError } from '../platform/settings/index.ts'

/** Listens where the settings say, or throws a startup error that says what prevents it. */
export async function listen(app: App, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is taken by another program: stop it, or set PORT to another one.`,
    EACCES: `This user may not listen on port ${port}: set PORT to one from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  }
  await app.listen({ port, host }).catch((error) => {
    const sentence = messages[error.code]
    throw sentence === undefined ? error : startupError(sentence, error)
  })
}
