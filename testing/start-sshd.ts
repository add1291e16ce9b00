import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export const SSHD = '/usr/sbin/sshd'
export const SFTP = '/usr/lib/openssh/sftp-server'

/** OpenSSH's server for SFTP only, with new keys in a folder. */
export async function startSshd(folder: string) {
  const at = (name: string) => join(folder, name)
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-m', 'PEM', '-N', '', '-f', at(name)])
  makeKey('host_key')
  makeKey('user_key')
  copyFileSync(at('user_key.pub'), at('authorized_keys'))
  chmodSync(at('authorized_keys'), 0o600)
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 }) // sshd of root wants it
  const port = await freePort()
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${at('host_key')}`,
    `PidFile ${at('pid')}`,
    `AuthorizedKeysFile ${at('authorized_keys')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin prohibit-password',
    `Subsystem sftp ${SFTP}`,
    'ForceCommand internal-sftp',
  ]
  writeFileSync(at('sshd_config'), `${config.join('\n')}\n`)
  const server = spawn(SSHD, ['-D', '-e', '-f', at('sshd_config')], { stdio: 'ignore' })
  while (!(await isListening(port))) {
    if (server.exitCode !== null) throw new Error(`sshd ended with ${server.exitCode} instead of starting.`)
    await wait(50)
  }
  const [, fingerprint = ''] = execFileSync('ssh-keygen', ['-lf', at('host_key.pub')], { encoding: 'utf8' }).split(' ')
  return {
    access: {
      host: '127.0.0.1',
      port,
      user: userInfo().username,
      key_file: at('user_key'),
      host_key: fingerprint,
    },
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
