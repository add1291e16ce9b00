import { readFileSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { readList } from './read-list.ts'
import type { FileToImport, ImportedFile } from './schools-command.ts'

const LARGEST = 500 * 1024 * 1024 // bytes; the largest federal file has a fifth of it

/** Reads and compresses a list in a separate thread, because a federal file takes seconds to read. */
const { kind, path, category }: FileToImport = workerData
parentPort?.postMessage(importedFile())

function importedFile(): ImportedFile {
  const bytes = bytesOf(path)
  if (typeof bytes === 'string') return { problem: bytes }
  const read = readList(kind, bytes, category)
  if ('problem' in read) return read
  const { list, ...counted } = read
  const kept = list.schools.length + list.codes.length
  return { ...counted, kept, content: gzipSync(JSON.stringify(list)) }
}

function bytesOf(file: string): Uint8Array | string {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return 'There is no such file.'
  if (!found.isFile()) return 'This is not a file.'
  if (found.size > LARGEST) return 'This file is larger than any list of schools.'
  return readFileSync(file)
}
