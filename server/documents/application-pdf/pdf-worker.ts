import { parentPort } from 'node:worker_threads'
import type { PacketSheets, PdfContent } from './pdf-content.ts'
import type { PdfMark } from './read-pdf-mark.ts'
import { createTypesetter } from './typeset-pdf.ts'

/** What the thread is asked for. */
export type PdfWork =
  | { readonly application: PdfContent; readonly mark: PdfMark | undefined }
  | { readonly packetSheets: PacketSheets }

/** Runs in a separate thread: content in, PDF out. A thrown error ends the thread and is reported to its owner. */
const typesetter = createTypesetter()
parentPort?.on('message', (work: PdfWork) =>
  parentPort?.postMessage(
    'application' in work
      ? typesetter.application(work.application, work.mark)
      : typesetter.packetSheets(work.packetSheets),
  ),
)
