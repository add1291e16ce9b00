import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { csvOf } from '../../platform/csv/index.ts'

/** What a manifest says about a file. `rows` leaves out the header; only tables have it. */
export type DeliveredFile = {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly rows?: number
  /** For whom it is encrypted, as an age recipient. */
  readonly recipient?: string
}

/** A file being written, chunk by chunk. */
type NewFile = {
  readonly write: (chunk: string | Uint8Array) => Promise<void>
  /** Stores it whole; `rows` is for the manifest. */
  readonly close: (rows?: number) => Promise<void>
}

/** A folder that appears under its name only when it is whole. */
export type DeliveryFolder = {
  /** A new file, encrypted for an age recipient if one is given; its name may contain folders. */
  readonly create: (name: string, recipient?: string) => Promise<NewFile>
  /** The closed files in the order of their names. */
  readonly files: () => readonly DeliveredFile[]
  /** Gives the folder its name. */
  readonly keep: () => Promise<void>
  /** Removes it with everything in it. */
  readonly discard: () => Promise<void>
}

/** Begins a folder at `path`, readable by the server's user alone. Nothing may be there yet. */
export async function createDeliveryFolder(path: string): Promise<DeliveryFolder> {
  const draft = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await mkdir(draft, { mode: 0o700 })
  const files: DeliveredFile[] = []
  const opened = new Set<FileHandle>()

  async function create(name: string, recipient?: string): Promise<NewFile> {
    const at = join(draft, name)
    await mkdir(dirname(at), { recursive: true, mode: 0o700 })
    const file = await open(at, 'wx', 0o600)
    opened.add(file)
    const hash = createHash('sha256')
    let bytes = 0
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const stored = (recipient ? await encrypted(readable, recipient) : readable).pipeTo(
      new WritableStream({
        write: async (chunk: Uint8Array) => {
          hash.update(chunk)
          bytes += chunk.length
          await file.writeFile(chunk)
        },
      }),
    )
    stored.catch(() => {}) // The next write or the closing fails with it.
    const writer = writable.getWriter()
    // A stream that has failed says only that it is closed; what stored it says why.
    const orWhy = (step: Promise<void>) =>
      step.catch(async (error) => {
        await stored
        throw error
      })
    return {
      write: (chunk) => orWhy(writer.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)),
      close: async (rows) => {
        await orWhy(writer.close())
        await stored
        await file.sync()
        await file.close()
        opened.delete(file)
        const facts = { name, bytes, sha256: hash.digest('hex') }
        files.push({ ...facts, ...(rows === undefined ? {} : { rows }), ...(recipient ? { recipient } : {}) })
      },
    }
  }
  return {
    create,
    files: () => files.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    keep: () => rename(draft, path),
    discard: async () => {
      for (const file of opened) await file.close()
      await rm(draft, { recursive: true, force: true })
    },
  }
}

async function encrypted(plain: ReadableStream<Uint8Array>, recipient: string): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(plain)
}

/** A table being written: a header, then rows. */
export type CsvFile = {
  readonly add: (row: Readonly<Record<string, string>>) => Promise<void>
  readonly close: () => Promise<void>
}

/** How a table is written. With `spreadsheet`, no value is a formula, and programs that people open know its letters. */
type CsvOptions = { readonly spreadsheet: boolean; readonly recipient?: string | undefined }

/** Begins a table in UTF-8, with a comma between values and CRLF at the end of a row; other columns are left out. */
export async function createCsvFile(
  folder: DeliveryFolder,
  name: string,
  columns: readonly string[],
  { spreadsheet, recipient }: CsvOptions,
): Promise<CsvFile> {
  const file = await folder.create(recipient ? `${name}.age` : name, recipient)
  let rows = 0
  let waiting: (readonly string[])[] = [columns]
  const write = async () => {
    const lines = waiting
    waiting = []
    await file.write(csvOf(lines, { spreadsheet }))
  }
  if (spreadsheet) await file.write('\uFEFF')
  return {
    add: async (row) => {
      rows += 1
      waiting.push(columns.map((column) => row[column] ?? ''))
      if (waiting.length >= AT_ONCE) await write()
    },
    close: async () => {
      await write()
      await file.close(rows)
    },
  }
}

const AT_ONCE = 100 // rows
