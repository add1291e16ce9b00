import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../../testing/index.ts'

const SSHD = '/usr/sbin/sshd'
const SFTP = '/usr/lib/openssh/sftp-server'

/** A real OpenSSH server of this user for SFTP only, on a free port of this machine; or why there is none. */
export async function startSshd() {
  if (!existsSync(SSHD) || !existsSync(SFTP)) return { skipped: 'script/test --peers installs it' } as const
  const folder = mkdtempSync(join(tmpdir(), 'causeway-sshd-'))
  const at = (name: string) => join(folder, name)
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-m', 'PEM', '-N', '', '-f', at(name)])
  makeKey('host_key')
  makeKey('user_key')
  execFileSync('cp', [at('user_key.pub'), at('authorized_keys')])
  chmodSync(at('authorized_keys'), 0o600)
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 }) // sshd started by root wants it
  const port = await freePort()
  const config = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${at('host_key')}`, `PidFile ${at('pid')}`],
    ...[`AuthorizedKeysFile ${at('authorized_keys')}`, 'StrictModes no', 'UsePAM no', 'PasswordAuthentication no'],
    ...['PermitRootLogin prohibit-password', `Subsystem sftp ${SFTP}`, 'ForceCommand internal-sftp'],
  ]
  writeFileSync(at('sshd_config'), `${config.join('\n')}\n`)
  const server = spawn(SSHD, ['-D', '-e', '-f', at('sshd_config')], { stdio: 'ignore' })
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  await vi.waitUntil(answers, { timeout: 20_000 })
  const [, fingerprint = ''] = execFileSync('ssh-keygen', ['-lf', at('host_key.pub')], { encoding: 'utf8' }).split(' ')
  return {
    ...{ port, fingerprint, keyFile: at('user_key'), user: userInfo().username, inBox: folder },
    stop: async () => {
      server.kill()
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true })
    },
  } as const
}
