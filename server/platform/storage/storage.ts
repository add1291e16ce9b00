import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { slowestUpload } from '../../../api/index.ts'
import type { App } from '../http/index.ts'
import type { StorageTrouble } from './storage-trouble.ts'

/** What a browser needs for one upload: a multipart form with these fields, then the file, posted to `url`. */
type Upload = { readonly url: string; readonly fields: Readonly<Record<string, string>> }

/**
 * Where files are stored, by key. A key consists of our own words and ids, never of anything an applicant wrote. An
 * upload permission allows one thing: storing a file under its key, of its size and type, before it expires. If the
 * storage cannot be used now but perhaps later, its functions throw an error that becomes a 503 reply.
 */
export type Storage = {
  /** A key of this installation: its id, then these words. */
  readonly keyOf: (...words: readonly string[]) => string
  /** Permission to upload one file of 1 to `mostBytes` bytes under this key, for as long as `uploadLifetime`. */
  readonly presign: (key: string, mostBytes: number) => Promise<Upload>
  /** Size of a stored file in bytes; undefined if it does not exist. */
  readonly sizeOf: (key: string) => Promise<number | undefined>
  readonly read: (key: string) => Promise<Uint8Array | undefined>
  /** Stores a file whole or not at all, replacing the previous one. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  /** Removes a file; does nothing if there is none. Throws for a key of another installation. */
  readonly remove: (key: string) => Promise<void>
  /** Removes every file whose key begins with these words, with all versions that the storage has kept of it. */
  readonly erase: (...words: readonly [kind: string, id: string]) => Promise<void>
  /**
   * Keys of the files that this installation stored before a given time, of all or of those whose key begins with these
   * words. It never lists files of others.
   */
  readonly listOlderThan: (moment: Date, ...words: readonly string[]) => AsyncIterable<string>
  /** Removes leftovers of writes that were cut off before a given time. */
  readonly removeDrafts: (moment: Date) => Promise<void>
  /** Throws, with the reason, while nothing can be stored. */
  readonly checkAccess: () => Promise<void>
  /**
   * Stores a small file in the way of a browser and removes it. What hinders it, if anything: a storage that answers
   * may still take nothing.
   */
  readonly probe: () => Promise<StorageTrouble | undefined>
  /** The upload route, if this server takes the uploads; `mayUpload` says whether a permission is still valid. */
  readonly routes: (app: App, mayUpload: (key: string) => Promise<boolean>) => Promise<void>
}

const DAY = 86_400_000 // ms

/** Every key of a list that this installation keeps in the storage, at most so many at a time. */
export async function* listedKeys(
  storage: Pick<Storage, 'listOlderThan'>,
  list: string,
  most: number,
): AsyncIterable<readonly string[]> {
  let some: string[] = []
  // The storage's clock may be ahead.
  for await (const key of storage.listOlderThan(new Date(Date.now() + DAY), list)) {
    some.push(key)
    if (some.length < most) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** The content type of every upload, whatever it contains: a type that no browser runs or displays. */
export const UPLOAD_TYPE = 'application/octet-stream'

/** Seconds: long enough for the largest file on the slowest connection, even if the upload starts late. */
export const uploadLifetime = (mostBytes: number): number => 2 * slowestUpload(mostBytes)

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Keys from before keys began with the installation's id. The ids in them are unique enough to identify the owner. */
const OLDER_KEY = new RegExp(`^(?:uploads/${ID}/${ID}|converted/${ID}/${ID}\\.pdf)$`)

/** Makes the keys of one installation, and refuses keys of another (docs/decisions/0022). */
export const storageKeys = (installation: string) => ({
  /** How keys of a kind of file and an id begin, those of older files too. */
  beginnings: (kind: string, id: string) => {
    if (!new RegExp(`^${ID}$`).test(id)) throw new Error('Only the files of one id can be erased.')
    return [`${installation}/${kind}/${id}/`, `${kind}/${id}/`]
  },
  keyOf: (...words: readonly string[]) => [installation, ...words].join('/'),
  requireOwn: (key: string) => {
    if (!key.startsWith(`${installation}/`) && !OLDER_KEY.test(key))
      throw new Error('A key of another installation may not be removed.')
  },
})

/** The words of the key of the probe. All processes share it, so that at most one file is ever left behind. */
export const PROBE = ['probe', 'upload'] as const

/** What an upload to the folder storage may be. `expires` is in milliseconds since 1970. */
const policySchema = z.object({ key: z.string(), type: z.string(), mostBytes: z.number(), expires: z.number() })
type UploadPolicy = z.output<typeof policySchema>

/** The fields of an upload form: the policy, and the signature that proves we made it. */
export function policyFields(secret: KeyObject, key: string, mostBytes: number, now: Date): Record<string, string> {
  const expires = now.getTime() + uploadLifetime(mostBytes) * 1000
  const policy = Buffer.from(JSON.stringify({ key, type: UPLOAD_TYPE, mostBytes, expires })).toString('base64')
  return { key, 'Content-Type': UPLOAD_TYPE, policy, signature: signature(secret, policy).toString('base64') }
}

/** The policy of a posted form; undefined if we did not sign it, it has expired, or the form contradicts it. */
export function policyOf(
  secret: KeyObject,
  fields: Readonly<Record<string, string | undefined>>,
  now: Date,
): UploadPolicy | undefined {
  const { policy = '', signature: given = '' } = fields
  const expected = signature(secret, policy)
  const received = Buffer.from(given, 'base64')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  const read = policySchema.parse(JSON.parse(Buffer.from(policy, 'base64').toString()))
  const isAllowed = read.expires > now.getTime() && fields.key === read.key && fields['Content-Type'] === read.type
  return isAllowed ? read : undefined
}

const signature = (secret: KeyObject, policy: string) => createHmac('sha256', secret).update(policy).digest()

/** Wraps an error that a storage threw as an outage, whose code becomes a 503 reply: the storage cannot be used now, but perhaps later. */
export function storageAway(cause: unknown): Error {
  const error = new Error('The document storage cannot be used.', { cause })
  return Object.assign(error, { code: 'STORAGE_AWAY' })
}
