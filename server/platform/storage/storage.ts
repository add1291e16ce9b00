import { slowestUpload } from '../../../api/index.ts'
import type { App } from '../http/index.ts'

/** What a browser needs for one upload: a multipart form of these fields, then the file, posted to `url`. */
export type Upload = { readonly url: string; readonly fields: Readonly<Record<string, string>> }

/**
 * Where files lie, by key. A key is made of our own words and ids, never of anything an applicant wrote. Whoever holds an
 * upload can do one thing with it: store a file under its key, of its size and type, before it expires. What cannot be
 * read or written now, and perhaps later, throws an error that is answered 503.
 */
export type Storage = {
  /** A key of this installation: its id, then these words. */
  readonly keyOf: (...words: readonly string[]) => string
  /** Permission to upload one file of 1 to `mostBytes` bytes under this key within the next ten minutes. */
  readonly presign: (key: string, mostBytes: number) => Promise<Upload>
  /** Bytes of a stored file; undefined when there is none. */
  readonly sizeOf: (key: string) => Promise<number | undefined>
  readonly read: (key: string) => Promise<Uint8Array | undefined>
  /** Stores a file whole or not at all, in place of what was there. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  /** Again, or when there is nothing: nothing. A key of another installation throws. */
  readonly remove: (key: string) => Promise<void>
  /** Keys of what this installation stored before a moment. What is not its own is never listed. */
  readonly storedBefore: (moment: Date) => AsyncIterable<string>
  /** Removes what writes that were cut off before a moment left behind. */
  readonly removeDrafts: (moment: Date) => Promise<void>
  /** Throws, saying why, while nothing can be stored. */
  readonly reach: () => Promise<void>
  /** The route that takes uploads, where that is ours; it asks whether a permission still counts. */
  readonly routes: (app: App, mayUpload: (key: string) => Promise<boolean>) => Promise<void>
}

/** What every upload says of itself, whatever it holds: a type that no browser runs or shows. */
export const UPLOAD_TYPE = 'application/octet-stream'
/** Seconds: long enough for the largest file over the slowest line, begun late. */
export const UPLOAD_LIFETIME = 2 * slowestUpload()
