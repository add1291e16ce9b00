import { parentPort, workerData } from 'node:worker_threads'
import type { PdfContent } from './pdf-content.ts'
import type { PdfMark } from './read-pdf-mark.ts'
import { createTypesetter } from './typeset-pdf.ts'

/** Runs in a separate thread: content in, PDF out. A thrown error ends the thread and is reported to its owner. */
const mark: PdfMark | null | undefined = workerData
const typesetPdf = createTypesetter({ mark: mark ?? undefined })
parentPort?.on('message', (content: PdfContent) => parentPort?.postMessage(typesetPdf(content)))
