import { slowestUpload } from '../../../api/index.ts'
import type { App } from '../http/index.ts'

/** What a browser needs for one upload: a multipart form with these fields, then the file, posted to `url`. */
export type Upload = { readonly url: string; readonly fields: Readonly<Record<string, string>> }

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
  /** The upload route, if this server takes the uploads; `mayUpload` says whether a permission is still valid. */
  readonly routes: (app: App, mayUpload: (key: string) => Promise<boolean>) => Promise<void>
}

/** The content type of every upload, whatever it contains: a type that no browser runs or displays. */
export const UPLOAD_TYPE = 'application/octet-stream'
/** Seconds: long enough for the largest file on the slowest connection, even if the upload starts late. */
export const uploadLifetime = (mostBytes: number): number => 2 * slowestUpload(mostBytes)
