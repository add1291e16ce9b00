import { parentPort, workerData } from 'node:worker_threads'
import type { PacketSheets, PdfContent } from './pdf-content.ts'
import type { PdfMark } from './read-pdf-mark.ts'
import { createTypesetter } from './typeset-pdf.ts'

/** What the thread is asked for. */
export type PdfWork = { readonly application: PdfContent } | { readonly packetSheets: PacketSheets }

/** Runs in a separate thread: content in, PDF out. A thrown error ends the thread and is reported to its owner. */
const mark: PdfMark | null | undefined = workerData
const typesetter = createTypesetter({ mark: mark ?? undefined })
parentPort?.on('message', (work: PdfWork) =>
  parentPort?.postMessage(
    'application' in work ? typesetter.application(work.application) : typesetter.packetSheets(work.packetSheets),
  ),
)
