import { createHash } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import ssh2, { type AuthContext, type FileEntry, type ParsedKey, type SFTPWrapper } from 'ssh2'
import { freePort } from './free-port.ts'

const { STATUS_CODE, flagsToString } = ssh2.utils.sftp
const { generateKeyPairSync, parseKey } = ssh2.utils

/** An SFTP server in this process, with new keys in a folder. */
export async function startSsh2Server(folder: string) {
  // Of the Ed25519 keys that ssh2 makes, one in 250 cannot be read by ssh2 itself.
  const [host, own] = [generateKeyPairSync('ecdsa', { bits: 256 }), generateKeyPairSync('ecdsa', { bits: 256 })]
  const key_file = join(folder, 'user_key')
  fs.writeFileSync(key_file, own.private, { mode: 0o600 })
  const allowed = parsed(own.public)
  const ssh = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
    client.on('authentication', (context) => {
      if (isSignedBy(allowed, context)) context.accept()
      else context.reject(['publickey'])
    })
    client.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp())))
    client.on('error', () => {}) // a client that refuses the server's key breaks off
  })
  const port = await freePort()
  // As OpenSSH's: else each of its replies waits 40 ms.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const digest = createHash('sha256').update(parsed(host.public).getPublicSSH()).digest('base64')
  const host_key = `SHA256:${digest.replace(/=+$/, '')}`
  return {
    access: { host: '127.0.0.1', port, user: 'causeway', key_file, host_key },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

function parsed(key: string): ParsedKey {
  const found = parseKey(key)
  if (found instanceof Error) throw found
  return found
}

const isSignedBy = (allowed: ParsedKey, context: AuthContext): boolean =>
  context.method === 'publickey' &&
  context.key.data.equals(allowed.getPublicSSH()) &&
  // A client first asks whether it may use its key.
  (context.signature === undefined || allowed.verify(context.blob ?? '', context.signature, context.hashAlgo) === true)

/** Answers the requests of a client that puts folders here and removes them. Handles are file descriptors. */
function serve(sftp: SFTPWrapper): void {
  /** Of each open folder, what has not been listed yet. */
  const unlisted = new Map<number, FileEntry[]>()
  const answer = (id: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
    }
  }
  const done = (id: number, work: () => void) =>
    answer(id, () => {
      work()
      sftp.status(id, STATUS_CODE.OK)
    })
  const open = (id: number, path: string, flags: string) => {
    const file = fs.openSync(path, flags)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(file)
    sftp.handle(id, handle)
    return file
  }
  for (const event of ['STAT', 'LSTAT'] as const)
    sftp.on(event, (id: number, path: string) => answer(id, () => sftp.attrs(id, attributesOf(fs.lstatSync(path)))))
  sftp.on('REALPATH', (id, path) => answer(id, () => sftp.name(id, [entryAt('/', resolve(path))])))
  sftp.on('MKDIR', (id, path) => done(id, () => fs.mkdirSync(path)))
  sftp.on('RMDIR', (id, path) => done(id, () => fs.rmdirSync(path)))
  sftp.on('REMOVE', (id, path) => done(id, () => fs.unlinkSync(path)))
  sftp.on('RENAME', (id, from, to) => done(id, () => fs.renameSync(from, to)))
  sftp.on('OPEN', (id, path, flags) => answer(id, () => open(id, path, flagsToString(flags) ?? 'r')))
  sftp.on('WRITE', (id, handle, offset, data) =>
    done(id, () => fs.writeSync(handle.readUInt32BE(), data, 0, data.length, offset)),
  )
  sftp.on('FSETSTAT', (id) => done(id, () => {})) // files keep the mode that this user gives them
  sftp.on('CLOSE', (id, handle) => done(id, () => fs.closeSync(handle.readUInt32BE())))
  sftp.on('OPENDIR', (id, path) =>
    answer(id, () => {
      const entries = fs.readdirSync(path).map((name) => entryAt(path, name))
      unlisted.set(open(id, path, 'r'), entries)
    }),
  )
  sftp.on('READDIR', (id, handle) => {
    const entries = unlisted.get(handle.readUInt32BE()) ?? []
    unlisted.delete(handle.readUInt32BE())
    if (entries.length > 0) sftp.name(id, entries)
    else sftp.status(id, STATUS_CODE.EOF)
  })
}

function entryAt(folder: string, filename: string): FileEntry {
  // What does not exist has a full name too.
  const stats = fs.lstatSync(resolve(folder, filename), { throwIfNoEntry: false })
  const longname = `${stats?.isDirectory() ? 'd' : '-'}rwx------ 1 owner group ${stats?.size ?? 0} ${filename}`
  return { filename, longname, attrs: attributesOf(stats) }
}

const attributesOf = (stats: fs.Stats | undefined) => ({
  mode: stats?.mode ?? 0,
  uid: stats?.uid ?? 0,
  gid: stats?.gid ?? 0,
  size: stats?.size ?? 0,
  atime: (stats?.atimeMs ?? 0) / 1000,
  mtime: (stats?.mtimeMs ?? 0) / 1000,
})
