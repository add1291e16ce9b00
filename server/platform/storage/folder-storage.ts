import { type KeyObject, randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileLimitsOf, fileProblem, MOST_MEGABYTES } from '../../../api/index.ts'
import { type App, refusal, refuse } from '../http/index.ts'
import type { KeyRing } from '../secrets/index.ts'
import { startupError } from '../settings/index.ts'
import { PROBE, policyFields, policyOf, type Storage, storageAway, storageKeys } from './storage.ts'

const PATH = '/uploads'

type Options = {
  readonly dataDir: string
  readonly keyRing: Pick<KeyRing, 'derive'>
  readonly now: () => Date
  readonly installation: string
}

/** Files in DATA_DIR/documents. Uploads go to this server, with the same kind of signed policy as S3 uses. */
export async function folderStorage({ dataDir, keyRing, now, installation }: Options): Promise<Storage> {
  const files = await folderFiles(join(dataDir, 'documents'), installation)
  const secret = keyRing.derive('uploads')
  const { keyOf, requireOwn, beginnings } = storageKeys(installation)
  return {
    ...files,
    keyOf,
    presign: async (key, mostBytes) => ({ url: PATH, fields: policyFields(secret, key, mostBytes, now()) }),
    write: (key, bytes) => files.write(key, [bytes]),
    remove: async (key) => {
      requireOwn(key)
      await files.remove(key)
    },
    erase: async (kind, id) => {
      for (const beginning of beginnings(kind, id)) await files.eraseFolder(beginning)
    },
    probe: async () => {
      const key = keyOf(...PROBE)
      await files.write(key, [Buffer.from('probe')])
      await files.remove(key)
      return undefined
    },
    routes: (app, mayUpload) => uploadRoute(app, PATH, { secret, files, now, mayUpload }),
  }
}

type UploadRouteOptions = {
  readonly secret: KeyObject
  readonly files: Awaited<ReturnType<typeof folderFiles>>
  readonly now: () => Date
  /** Whether the permission for a key is still valid: it ends early once the conversion of its file begins. */
  readonly mayUpload: (key: string) => Promise<boolean>
}

const FORM_BYTES = 16 * 1024 // bytes for everything except the file
const MAX_BYTES = fileLimitsOf(MOST_MEGABYTES).bytes + 1 // an upper bound; the policy of an upload sets its own

/**
 * POST of an upload form (requirement 7.storage.1): fields first, then the file, which is written to disk as it arrives
 * and dropped at the first byte over its limit. Replies 204; refuses what the policy does not allow.
 */
async function uploadRoute(
  app: App,
  path: string,
  { secret, files, now, mayUpload }: UploadRouteOptions,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fields: 10, fieldSize: FORM_BYTES, files: 1, parts: 11, fileSize: MAX_BYTES },
    })
    scope.post(path, { config: { isRefusedWhenBusy: true, limit: 'signature' } }, async (request, reply) => {
      if (!request.isMultipart()) return refuse(reply, refusal('malformed'))
      try {
        return await receive(request, reply)
      } catch (error) {
        if (error !== unreadable) throw error
        return refuse(reply.header('connection', 'close'), refusal('malformed'))
      }
    })
  })

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const fields: Record<string, string> = {}
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      const signed = part.fieldname === 'file' ? policyOf(secret, fields, now()) : undefined
      const policy = signed && (await mayUpload(signed.key)) ? signed : undefined
      if (!policy || Number(request.headers['content-length'] ?? 0) > policy.mostBytes + FORM_BYTES) {
        part.file.resume()
        return refuse(reply.header('connection', 'close'), refusal(policy ? 'too_large' : 'refused_upload'))
      }
      const outcome = await storeFile(files, policy, part)
      if (outcome === 'stored') return reply.code(204).send()
      const problem = outcome === 'empty' ? refusal('refused_file', {}, fileProblem('.pdf', 0)) : refusal('too_large')
      return refuse(reply.header('connection', 'close'), problem)
    }
    return refuse(reply, refusal('no_file'))
  }
}

const unreadable = new Error('A form that nobody can read, or that ends early.')

/** The parts of a form. Its reader throws plain errors, which would count as ours. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch {
    throw unreadable
  }
}

/** Stores the file if its size is within its policy. */
async function storeFile(
  files: UploadRouteOptions['files'],
  { key, mostBytes }: { readonly key: string; readonly mostBytes: number },
  { file }: MultipartFile,
): Promise<'stored' | 'empty' | 'too large'> {
  let isEmpty = false
  const refused = new Error('Of another size than the policy allows.')
  async function* counted() {
    let size = 0
    try {
      for await (const chunk of file) {
        size += chunk.length
        if (size > mostBytes) throw refused
        yield chunk
      }
    } catch {
      throw refused
    }
    // A form that ends in the middle of its file stores nothing either.
    isEmpty = size === 0 && !file.truncated
    if (isEmpty || file.truncated) throw refused
  }
  try {
    await files.write(key, counted())
    return 'stored'
  } catch (error) {
    if (error !== refused) throw error
    file.resume()
    return isEmpty ? 'empty' : 'too large'
  }
}

const KEY = /^[\w-]+(\/[\w-]+)+(\.pdf)?$/
const DRAFT = /^[0-9a-f-]{36}$/

/**
 * Files in a folder, by keys such as `<id>/uploads/<id>/<id>`, readable only by their owner. The installation's own
 * folder is created here and never later: if it is missing later, the disk is not mounted, and the place must stay
 * empty for it.
 */
async function folderFiles(root: string, installation: string) {
  const installationFolder = join(root, installation)
  const drafts = join(installationFolder, 'incoming')
  await mkdir(installationFolder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw startupError(`Documents cannot be stored in ${root} (${error.code}).`, error)
  })
  const pathOf = (key: string) => {
    // Our own code makes the keys; one that leaves the folder would be a bug.
    if (!KEY.test(key)) throw new Error('A key of the storage is malformed.')
    return join(root, key)
  }

  /** Writes under another name, then renames the complete file; if `chunks` throws, nothing is left behind. */
  async function write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = pathOf(key)
    const draft = join(drafts, randomUUID())
    await access(installationFolder)
    for (const folder of [dirname(path), drafts]) await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        for await (const chunk of chunks) await file.write(chunk)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    const folder = await open(dirname(path), 'r')
    await folder.sync()
    await folder.close()
  }

  /**
   * A file counts as missing only if its disk is there; without the disk, nothing is known about the file. Looks twice,
   * because the disk can go away between the look at the folder and the look for the file.
   */
  async function undefinedIfMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
    const look = async () => {
      await access(installationFolder).catch(throwOutage)
      return read().catch((error) => (isMissing(error) ? undefined : throwOutage(error)))
    }
    return (await look()) ?? look()
  }

  /** Files and folders below a folder that are older than a given time, by their path in `root`. */
  async function* filesOlderThan(folder: string, time: Date): AsyncIterable<string> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const stats = await stat(path).catch(ignoreMissing)
      if (stats && stats.mtime < time) yield path.slice(root.length + 1)
    }
  }

  return {
    write: (...given: Parameters<typeof write>) => write(...given).catch(throwOutage),
    listOlderThan: async function* (moment: Date, ...words: readonly string[]): AsyncIterable<string> {
      // Skip files that other programs have put there.
      for await (const path of filesOlderThan(join(installationFolder, ...words), moment))
        if (KEY.test(path) && !path.startsWith(`${installation}/incoming/`)) yield path
    },
    removeDrafts: async (moment: Date) => {
      for await (const path of filesOlderThan(drafts, moment))
        if (DRAFT.test(path.slice(`${installation}/incoming/`.length))) await rm(join(root, path), { force: true })
    },
    read: async (key: string): Promise<Uint8Array | undefined> => undefinedIfMissing(() => readFile(pathOf(key))),
    sizeOf: async (key: string) => (await undefinedIfMissing(() => stat(pathOf(key))))?.size,
    checkAccess: () => access(installationFolder, constants.W_OK),
    eraseFolder: async (path: string) => {
      await access(installationFolder).catch(throwOutage)
      await rm(join(root, path), { recursive: true, force: true }).catch(throwOutage)
    },
    remove: async (key: string) => {
      await undefinedIfMissing(() => rm(pathOf(key)))
    },
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Reports system errors, such as a full or missing disk, as an outage of the storage; other errors pass unchanged. */
function throwOutage(error: unknown): never {
  throw error instanceof Error && 'syscall' in error ? storageAway(error) : error
}
