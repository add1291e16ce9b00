import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The text that every scanner reports as a virus, in two halves so that no scanner finds it here. */
export const harmlessVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/**
 * A real clamd on its own socket, with one hand-written signature, so nothing is downloaded. Only `script/test --peers`
 * asks for it; otherwise, or if it is not installed, it returns the reason.
 */
export async function startClamd(): Promise<
  { readonly socket: string; readonly stop: () => Promise<void> } | { readonly skipped: string }
> {
  if (process.env.CAUSEWAY_PEERS !== '1') return { skipped: 'script/test --peers starts it' }
  if (!existsSync('/usr/sbin/clamd')) return { skipped: 'clamav-daemon is not installed' }
  const folder = await mkdtemp(join(tmpdir(), 'causeway-clamd-'))
  const socket = join(folder, 'clamd.sock')
  await writeFile(join(folder, 'hand.ndb'), `Written-By-Hand:0:*:${Buffer.from(harmlessVirus).toString('hex')}\n`)
  const settings = ['Foreground yes', `DatabaseDirectory ${folder}`, `LocalSocket ${socket}`, 'TemporaryDirectory /tmp']
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const daemon = spawn('/usr/sbin/clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  while (!existsSync(socket)) {
    if (daemon.exitCode !== null) throw new Error(`clamd ended with ${daemon.exitCode}.`)
    await sleep(50)
  }
  const stop = async () => {
    daemon.kill()
    await once(daemon, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  return { socket, stop }
}
