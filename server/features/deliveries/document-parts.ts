import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import { ZipFile } from 'yazl'
import type { Form } from '../../../engine/index.ts'
import type { ExportedApplication } from '../exports/index.ts'
import type { StoredDocument } from '../packets/index.ts'
import { firstKeysOf } from './code-lists.ts'
import type { Codes } from './codes.ts'
import { createCsvFile } from './csv-file.ts'
import type { Deliveries } from './deliveries.ts'
import type { DeliveryFolder } from './delivery-folder.ts'

const MOST = { applications: 1000, bytes: 1_000_000_000 } // in a part, with which other systems can cope
/** For every file of an archive, so that the same delivery has the same bytes in every time zone. */
const TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compress: false, mode: 0o100644 } as const

type Part = {
  readonly name: string
  readonly zip: ZipFile
  readonly written: Promise<void>
  applications: number
  bytes: number
}

/** Documents in archives of limited size, and a table that says what each file is. One document at a time is read. */
export async function createDocumentParts(
  { storage, form }: Pick<Deliveries, 'storage'> & { readonly form: Form },
  folder: DeliveryFolder,
  codes: Codes,
  options: { readonly spreadsheet: boolean },
) {
  const columns = ['application_id', 'reference', 'version', 'question', 'material', 'part', 'file', 'pages', 'bytes']
  const index = await createCsvFile(folder, 'documents/index.csv', [...columns, 'sha256'], options)
  const firstKeys = firstKeysOf(form)
  let part: Part | undefined
  let parts = 0

  async function begin(): Promise<Part> {
    parts += 1
    const name = `part-${String(parts).padStart(3, '0')}.zip`
    const file = await folder.create(`documents/${name}`)
    const zip = new ZipFile()
    const written = (async () => {
      for await (const chunk of zip.outputStream) await file.write(chunk as Buffer)
      await file.close()
    })()
    // The archive fails by its stream; a failure is thrown when the part ends.
    zip.on('error', (error) => (zip.outputStream as Readable).destroy(error))
    written.catch(() => {})
    return { name, zip, written, applications: 0, bytes: 0 }
  }
  async function end(): Promise<void> {
    part?.zip.end()
    await part?.written
    part = undefined
  }

  return {
    /** Adds the documents of one application, whose `material` codes are known. */
    add: async ({ application_id, reference, version }: ExportedApplication, documents: readonly StoredDocument[]) => {
      if (documents.length === 0) return
      const bytes = documents.reduce((sum, each) => sum + each.bytes, 0)
      if (part && (part.applications >= MOST.applications || part.bytes + bytes > MOST.bytes)) await end()
      part ??= await begin()
      part.applications += 1
      part.bytes += bytes
      const { name, zip } = part
      for (const { key, storageKey } of documents) {
        const question = firstKeys.get(key) ?? key
        const material = codes.hasList('documents') ? codes.codeFor('documents', question) : question
        const file = `${application_id}/${key}.pdf`
        zip.addReadStreamLazy(file, TIME, (give) => {
          const read = async () => {
            const pdf = await storage.read(storageKey)
            if (!pdf) throw new Error(`The document of ${key} of application ${reference} is missing.`)
            await index.add({
              ...{ application_id, reference, version: String(version), question: key, material: material ?? '' },
              ...{ part: name, file, pages: String(await countPages(pdf)), bytes: String(pdf.length) },
              sha256: createHash('sha256').update(pdf).digest('hex'),
            })
            return Readable.from([pdf])
          }
          read().then(
            (stream) => give(null, stream),
            (error) => zip.emit('error', error),
          )
        })
      }
    },
    close: async () => {
      await end()
      await index.close()
    },
  }
}

const countPages = async (pdf: Uint8Array): Promise<number> =>
  (await PDFDocument.load(pdf, { updateMetadata: false })).getPageCount()
