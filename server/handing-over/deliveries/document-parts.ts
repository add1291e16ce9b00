import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { signaturesInWords } from '../../documents/documents/index.ts'
import type { StoredDocument } from '../../documents/packets/index.ts'
import { csvOf } from '../../platform/csv/index.ts'
import type { ExportedApplication } from '../exports/index.ts'
import { APPLICATION_PDF, type Codes, documentValue } from './codes.ts'
import { createCsvFile, type DeliveryFolder } from './delivery-folder.ts'
import type { DeliveriesDeps } from './targets.ts'

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
type Options = { readonly codes: Codes; readonly spreadsheet: boolean; readonly layout: ArchiveLayout }

/** Documents in archives of limited size, and tables that say what each file is. One document at a time is read. */
export async function createDocumentParts(
  { storage, institution, register }: Pick<DeliveriesDeps, 'storage' | 'institution' | 'register'>,
  folder: DeliveryFolder,
  { codes, spreadsheet, layout }: Options,
) {
  const mappedAs = (key: string) => documentValue(register, key)
  const index: DocumentIndex = await createDocumentIndex(folder, layout, spreadsheet)
  let part: Part | undefined
  let parts = 0

  async function end(): Promise<void> {
    if (!part) return
    const { ofPart } = index
    // After all documents, which have told the index of themselves by then.
    if (ofPart)
      part.zip.addReadStreamLazy('index.csv', TIME, (give) => give(null, Readable.from([Buffer.from(ofPart())])))
    part.zip.end()
    await part.written
    part = undefined
  }

  return {
    /** Adds the application PDF of one application, if it is wanted, and its documents, whose `material` codes are known. */
    add: async (
      { person_id, application_id, reference, version }: ExportedApplication,
      documents: readonly StoredDocument[],
      applicationPdf?: Uint8Array,
    ) => {
      if (documents.length === 0 && !applicationPdf) return
      const bytes = documents.reduce((sum, each) => sum + each.bytes, applicationPdf?.length ?? 0)
      if (part && (part.applications >= MOST.applications || part.bytes + bytes > MOST.bytes)) await end()
      if (!part) {
        parts += 1
        part = await beginPart(folder, layout.archive(parts))
      }
      part.applications += 1
      part.bytes += bytes
      const { name, zip, written } = part
      const put = (key: string, file: string, read: () => Promise<Uint8Array | null | undefined>, signature = '') =>
        new Promise<void>((resolve) => {
          const value = mappedAs(key)
          const material = codes.hasList('documents') ? codes.codeFor('documents', value) : value
          zip.addReadStreamLazy(file, TIME, (give) => {
            const open = async () => {
              const pdf = await read()
              if (!pdf) throw new Error(`The document of ${key} of application ${reference} is missing.`)
              await index.add({
                person_id,
                application_id,
                reference,
                version: String(version),
                question: key,
                material: material ?? '',
                part: name,
                file,
                pages: String(await countPages(pdf)),
                bytes: String(pdf.length),
                sha256: createHash('sha256').update(pdf).digest('hex'),
                signature,
              })
              return Readable.from([pdf]).once('end', resolve)
            }
            open().then(
              (stream) => give(null, stream),
              (error) => zip.emit('error', error),
            )
          })
        })
      const made =
        applicationPdf && put(APPLICATION_PDF, `${application_id}/application.pdf`, async () => applicationPdf)
      for (const { key, storageKey, signatures } of documents) {
        const signature = signaturesInWords(signatures, institution.time_zone)
        void put(key, `${application_id}/${key}.pdf`, () => storage.read(storageKey), signature)
      }
      // It is in memory until it is written, so that only one is.
      if (made) await Promise.race([made, written])
    },
    close: async () => {
      await end()
      await index.close()
    },
  }
}

async function beginPart(folder: DeliveryFolder, path: string): Promise<Part> {
  const file = await folder.create(path)
  const zip = new ZipFile()
  const written = (async () => {
    for await (const chunk of zip.outputStream) await file.write(chunk as Buffer)
    await file.close()
  })()
  // The archive fails by its stream; a failure is thrown when the part ends.
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error))
  written.catch(() => {})
  return { name: path.split('/').at(-1) ?? path, zip, written, applications: 0, bytes: 0 }
}

async function countPages(pdf: Uint8Array): Promise<number> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  return (await PDFDocument.load(pdf, { updateMetadata: false })).getPageCount()
}

/** How a profile packs documents. */
export type ArchiveLayout = {
  /** The name of an archive by its number, from 1. */
  readonly archive: (number: number) => string
  /** Whether each archive holds the table of its own files, `index.csv`; else one table beside them is for all. */
  readonly hasIndexInside: boolean
}

/** The table of the files in archives. */
type DocumentIndex = {
  readonly add: (row: Readonly<Record<string, string>>) => Promise<void>
  /** The text of the table of one archive, once all its files are written; the next one begins. */
  readonly ofPart?: () => string
  readonly close: () => Promise<void>
}

const last = ['sha256', 'signature']
const columns = ['application_id', 'reference', 'version', 'question', 'material', 'part', 'file', 'pages', 'bytes']

async function createDocumentIndex(
  folder: DeliveryFolder,
  { hasIndexInside }: ArchiveLayout,
  spreadsheet: boolean,
): Promise<DocumentIndex> {
  if (!hasIndexInside) return createCsvFile(folder, 'documents/index.csv', [...columns, ...last], { spreadsheet })
  const inside = ['person_id', ...columns.filter((column) => column !== 'part'), ...last]
  let rows: (readonly string[])[] = []
  return {
    add: async (row) => void rows.push(inside.map((column) => row[column] ?? '')),
    ofPart: () => {
      const text = csvOf([inside, ...rows], { spreadsheet })
      rows = []
      return text
    },
    close: async () => {},
  }
}
