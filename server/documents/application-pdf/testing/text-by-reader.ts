import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'
import { readPdf } from './read-pdf.ts'

/** The text of a PDF as independent readers find it. Poppler's is missing where pdftotext is not installed. */
export async function textByReader(pdf: Uint8Array): Promise<Readonly<Record<string, string>>> {
  const poppler = spawnSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], { input: pdf, maxBuffer: 1e8 })
  return {
    'pdf.js': (await readPdf(pdf)).text,
    PDFium: await textByPdfium(pdf),
    ...(poppler.status === 0 ? { Poppler: poppler.stdout.toString('utf8') } : {}),
  }
}

async function textByPdfium(pdf: Uint8Array): Promise<string> {
  const program = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const lib = await init({ wasmBinary: new Uint8Array(program).buffer })
  lib.PDFiumExt_Init()
  const memory = (): Uint8Array => {
    const heap = 'HEAPU8' in lib.pdfium ? lib.pdfium.HEAPU8 : undefined
    if (heap instanceof Uint8Array) return heap
    throw new Error('PDFium has no memory.')
  }
  const { malloc } = lib.pdfium.wasmExports
  const start = malloc(pdf.length)
  memory().set(pdf, start)
  const document = lib.FPDF_LoadMemDocument(start, pdf.length, '')
  const pages = Array.from({ length: lib.FPDF_GetPageCount(document) }, (_, number) => {
    const text = lib.FPDFText_LoadPage(lib.FPDF_LoadPage(document, number))
    const count = lib.FPDFText_CountChars(text)
    const buffer = malloc(count * 2 + 2)
    const written = lib.FPDFText_GetText(text, 0, count, buffer)
    return Buffer.from(memory().slice(buffer, buffer + Math.max(0, written - 1) * 2)).toString('utf16le')
  })
  return pages.join('\n')
}
