import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSsh2Server } from './start-ssh2-server.ts'
import { SFTP, SSHD, startSshd } from './start-sshd.ts'

/** How a client reaches an SFTP server of this machine, as an entry `to` of DELIVERIES_FILE has it. */
export type SftpAccess = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly key_file: string
  /** The server's key as `ssh-keygen -lf` prints it. */
  readonly host_key: string
}

/**
 * An SFTP server of this user on a free port: OpenSSH's where it is installed, else that of the library ssh2, and says
 * which. It serves every file of this user.
 */
export async function startSftpServer(): Promise<{ readonly access: SftpAccess; readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-sftp-'))
  const isInstalled = existsSync(SSHD) && existsSync(SFTP)
  console.log(`SFTP server: ${isInstalled ? SSHD : 'the library ssh2, because OpenSSH’s is not installed'}`)
  const { access, stop } = await (isInstalled ? startSshd(folder) : startSsh2Server(folder))
  return {
    access,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}
