import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readPdf } from './read-pdf.ts'

/** What is copied, searched and read aloud in a program that shows PDFs. */
export type PdfReader = (pdf: Uint8Array) => Promise<string>

/**
 * The programs that read PDFs, and why others are skipped. Only `script/test --peers` asks for more than PDFium, which
 * comes with the product. MuPDF is under the AGPL and stays outside of the project (script/peers).
 */
export async function pdfReaders(): Promise<{
  readonly readers: Readonly<Record<string, PdfReader>>
  readonly skipped: readonly string[]
}> {
  if (process.env.CAUSEWAY_PEERS !== '1')
    return { readers: { PDFium: textByPdfium }, skipped: ['Poppler, pdf.js and MuPDF: script/test --peers asks them'] }
  const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
  const mupdf = join(homedir(), '.cache/causeway-peers/npm/node_modules/mupdf/dist/mupdf.js')
  const hasMupdf = existsSync(mupdf)
  return {
    readers: {
      PDFium: textByPdfium,
      'pdf.js': textByPdfjs,
      ...(hasPoppler ? { Poppler: textByPoppler } : {}),
      ...(hasMupdf ? { MuPDF: await textByMupdf(mupdf) } : {}),
    },
    skipped: [
      ...(hasPoppler ? [] : ['Poppler: pdftotext is not installed']),
      ...(hasMupdf ? [] : ['MuPDF: it could not be installed from npm']),
    ],
  }
}

/** The text of a PDF as independent readers find it. Poppler's is missing where pdftotext is not installed. */
export async function textByReader(pdf: Uint8Array): Promise<Readonly<Record<string, string>>> {
  const poppler = await textByPoppler(pdf)
  return {
    'pdf.js': (await readPdf(pdf)).text,
    PDFium: await textByPdfium(pdf),
    ...(poppler === '' ? {} : { Poppler: poppler }),
  }
}

let started: Promise<WrappedPdfiumModule> | undefined

async function startPdfium(): Promise<WrappedPdfiumModule> {
  const program = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const lib = await init({ wasmBinary: new Uint8Array(program).buffer })
  lib.PDFiumExt_Init()
  return lib
}

async function textByPdfium(pdf: Uint8Array): Promise<string> {
  started ??= startPdfium()
  const lib = await started
  const memory = (): Uint8Array => {
    const heap = 'HEAPU8' in lib.pdfium ? lib.pdfium.HEAPU8 : undefined
    if (heap instanceof Uint8Array) return heap
    throw new Error('PDFium has no memory.')
  }
  const { malloc, free } = lib.pdfium.wasmExports
  const start = malloc(pdf.length)
  memory().set(pdf, start)
  const document = lib.FPDF_LoadMemDocument(start, pdf.length, '')
  const pages = Array.from({ length: lib.FPDF_GetPageCount(document) }, (_, number) => {
    const page = lib.FPDF_LoadPage(document, number)
    const text = lib.FPDFText_LoadPage(page)
    const count = lib.FPDFText_CountChars(text)
    const buffer = malloc(count * 2 + 2)
    const written = lib.FPDFText_GetText(text, 0, count, buffer)
    const read = Buffer.from(memory().slice(buffer, buffer + Math.max(0, written - 1) * 2)).toString('utf16le')
    free(buffer)
    lib.FPDFText_ClosePage(text)
    lib.FPDF_ClosePage(page)
    return read
  })
  lib.FPDF_CloseDocument(document)
  free(start)
  return pages.join('\n')
}

async function textByPdfjs(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
  }
  await loading.destroy()
  return pages.join('\n')
}

async function textByPoppler(pdf: Uint8Array): Promise<string> {
  const { status, stdout } = spawnSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], { input: pdf, maxBuffer: 1e8 })
  return status === 0 ? stdout.toString('utf8') : ''
}

async function textByMupdf(program: string): Promise<PdfReader> {
  const { Document } = await import(pathToFileURL(program).href)
  return async (pdf) => {
    const document = Document.openDocument(pdf, 'application/pdf')
    const pages = Array.from({ length: document.countPages() }, (_, number): string =>
      document.loadPage(number).toStructuredText('preserve-whitespace').asText(),
    )
    document.destroy()
    return pages.join('\n')
  }
}
