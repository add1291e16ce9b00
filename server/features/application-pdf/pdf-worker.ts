import { parentPort } from 'node:worker_threads'
import type { PdfContent } from './pdf-content.ts'
import { createTypesetter } from './typeset-pdf.ts'

/** Runs in a thread of its own: content comes in, its PDF goes out. A throw ends the thread, and its owner is told. */
const typesetPdf = createTypesetter()
parentPort?.on('message', (content: PdfContent) => parentPort?.postMessage(typesetPdf(content)))
