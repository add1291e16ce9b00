import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'

/** How PDFium sees one page. Pixels have four bytes each: blue, green, red, unused. */
export type RenderedPage = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly text: string
  /** The text in each covered rectangle. */
  readonly covered: readonly string[]
}

/** A rectangle on a page, in points from the lower left: left, bottom, right, top. */
export type Rectangle = readonly [number, number, number, number]

/** How to look at a page: annotations to leave out, rectangles to paint white, and annotations in another state. */
export type Look = {
  readonly without: readonly number[]
  readonly covered: readonly Rectangle[]
  readonly states: readonly { readonly annotation: number; readonly state: string }[]
}

/** A PDF opened for comparison. Pages are numbered from 0. */
export type OpenPdf = {
  readonly pages: number
  /** Undefined for a page that cannot be read. */
  readonly render: (page: number, look: Look) => RenderedPage | undefined
  /** The text of each page, without its annotations. */
  readonly texts: () => readonly string[]
  /** The text in each of these rectangles of a page, without its annotations. */
  readonly textsIn: (page: number, places: readonly Rectangle[]) => readonly string[]
  /** The same document rewritten without a password; undefined if that fails too. */
  readonly rewritten: () => Uint8Array | undefined
}

const PIXELS_PER_POINT = 50 / 72
const MAX_SIDE = 1_400 // pixels; a sheet of 28 inches
const WITH_ANNOTATIONS = 0x01
const WITHOUT_PASSWORD = 3 // FPDF_REMOVE_SECURITY
const FOR_THE_SCREEN = 0
const FIELD = 20 // FPDF_ANNOT_WIDGET
const FOUR_BYTES = 3 // FPDFBitmap_BGRx

/** PDFium as code of this processor. Compiling takes ten times as long as what an instance then needs. */
let compiled: Promise<WebAssembly.Module> | undefined
const compile = async () =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))))

/**
 * Opens a PDF with PDFium, Chrome's PDF reader, as WebAssembly. Each PDF gets its own instance, because the fonts found
 * for one document change how the next is drawn. Undefined if the PDF has a password or cannot
 * be read.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf | undefined> {
  compiled ??= compile()
  const program = await compiled
  const lib = await init({
    instantiateWasm: (imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => object) =>
      received(new WebAssembly.Instance(program, imports)),
  })
  lib.PDFiumExt_Init()
  // Not kept in a variable, because its memory may move whenever it grows.
  const memory = (): Uint8Array => {
    const heap = 'HEAPU8' in lib.pdfium ? lib.pdfium.HEAPU8 : undefined
    if (heap instanceof Uint8Array) return heap
    throw new Error('PDFium has no memory.')
  }
  const { malloc, free } = lib.pdfium.wasmExports
  const stamp = malloc(12)
  memory().set(Buffer.from('Stamp\0', 'utf16le'), stamp)

  function draw(page: number, covered: readonly Rectangle[]): Omit<RenderedPage, 'text' | 'covered'> {
    const [across, down] = [lib.FPDF_GetPageWidthF(page), lib.FPDF_GetPageHeightF(page)]
    const scale = Math.min(PIXELS_PER_POINT, MAX_SIDE / Math.max(across, down))
    const [width, height] = [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale))]
    const bitmap = lib.FPDFBitmap_CreateEx(width, height, FOUR_BYTES, 0, 0)
    lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    lib.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS)
    for (const [left, bottom, right, top] of covered) {
      const [x1, y1] = onBitmap(page, width, height, left, bottom)
      const [x2, y2] = onBitmap(page, width, height, right, top)
      const [x, y] = [Math.min(x1, x2) - 1, Math.min(y1, y2) - 1]
      lib.FPDFBitmap_FillRect(bitmap, x, y, Math.abs(x1 - x2) + 3, Math.abs(y1 - y2) + 3, 0xffffffff)
    }
    const start = lib.FPDFBitmap_GetBuffer(bitmap)
    const pixels = memory().slice(start, start + width * height * 4)
    lib.FPDFBitmap_Destroy(bitmap)
    return { width, height, pixels }
  }

  function onBitmap(page: number, width: number, height: number, x: number, y: number): readonly [number, number] {
    const place = malloc(8)
    lib.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, place, place + 4)
    const at = new DataView(memory().buffer).getInt32(place, true)
    const down = new DataView(memory().buffer).getInt32(place + 4, true)
    free(place)
    return [at, down]
  }

  /** PDFium leaves form fields to its caller. Changed to stamps, they are drawn like every other annotation. */
  function drawFieldsToo(page: number): void {
    for (let number = lib.FPDFPage_GetAnnotCount(page) - 1; number >= 0; number -= 1) {
      const annotation = lib.FPDFPage_GetAnnot(page, number)
      if (lib.FPDFAnnot_GetSubtype(annotation) === FIELD) lib.FPDFAnnot_SetStringValue(annotation, 'Subtype', stamp)
      lib.FPDFPage_CloseAnnot(annotation)
    }
  }

  /** The text of a page, and that in each of these rectangles. */
  function textsOf(page: number, places: readonly Rectangle[]): { readonly text: string; readonly covered: string[] } {
    const text = lib.FPDFText_LoadPage(page)
    if (text === 0) return { text: '', covered: places.map(() => '') }
    const count = lib.FPDFText_CountChars(text)
    const buffer = malloc(count * 2 + 2)
    const written = lib.FPDFText_GetText(text, 0, count, buffer)
    const read = Buffer.from(memory().slice(buffer, buffer + Math.max(0, written - 1) * 2)).toString('utf16le')
    free(buffer)
    const place = malloc(16)
    const letters = places.length === 0 ? [] : Array.from({ length: count }, (_, index) => letterAt(text, index, place))
    free(place)
    lib.FPDFText_ClosePage(text)
    const covered = places.map(([left, bottom, right, top]) =>
      letters.map(({ letter, x, y }) => (x >= left && x <= right && y >= bottom && y <= top ? letter : '')).join(''),
    )
    return { text: read, covered }
  }

  /** A letter and where it stands. */
  function letterAt(text: number, index: number, place: number) {
    lib.FPDFText_GetCharOrigin(text, index, place, place + 8)
    const numbers = new DataView(memory().buffer)
    const code = lib.FPDFText_GetUnicode(text, index)
    const letter = code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
    return { letter, x: numbers.getFloat64(place, true), y: numbers.getFloat64(place + 8, true) }
  }

  function setState(page: number, number: number, state: string): void {
    const annotation = lib.FPDFPage_GetAnnot(page, number)
    const value = malloc(state.length * 2 + 2)
    memory().set(Buffer.from(`${state}\0`, 'utf16le'), value)
    lib.FPDFAnnot_SetStringValue(annotation, 'AS', value)
    free(value)
    lib.FPDFPage_CloseAnnot(annotation)
  }

  function see(document: number, number: number, { without, covered, states }: Look): RenderedPage | undefined {
    let page = lib.FPDF_LoadPage(document, number)
    if (page === 0) return undefined
    for (const { annotation, state } of states) setState(page, annotation, state)
    // From the last to the first, because removing one renumbers those after it.
    for (const annotation of without.toSorted((a, b) => b - a)) lib.FPDFPage_RemoveAnnot(page, annotation)
    drawFieldsToo(page)
    const drawn = draw(page, covered)
    if (lib.FPDFPage_GetAnnotCount(page) > 0) {
      // PDFium reads only the page's own drawing as text, so the annotations are made part of it.
      lib.FPDFPage_Flatten(page, FOR_THE_SCREEN)
      lib.FPDF_ClosePage(page)
      page = lib.FPDF_LoadPage(document, number)
    }
    const texts = textsOf(page, covered)
    lib.FPDF_ClosePage(page)
    return { ...drawn, ...texts }
  }

  function rewritten(document: number): Uint8Array | undefined {
    const writer = lib.PDFiumExt_OpenFileWriter()
    const done = lib.FPDF_SaveAsCopy(document, writer, WITHOUT_PASSWORD)
    const size = lib.PDFiumExt_GetFileWriterSize(writer)
    const buffer = malloc(size)
    lib.PDFiumExt_GetFileWriterData(writer, buffer, size)
    const bytes = memory().slice(buffer, buffer + size)
    free(buffer)
    lib.PDFiumExt_CloseFileWriter(writer)
    return done ? bytes : undefined
  }

  const start = malloc(bytes.length)
  memory().set(bytes, start)
  const document = lib.FPDF_LoadMemDocument(start, bytes.length, '')
  if (document === 0) return undefined
  return {
    pages: lib.FPDF_GetPageCount(document),
    render: (page, look) => see(document, page, look),
    texts: () =>
      Array.from({ length: lib.FPDF_GetPageCount(document) }, (_, number) => {
        const page = lib.FPDF_LoadPage(document, number)
        const { text } = page === 0 ? { text: '' } : textsOf(page, [])
        lib.FPDF_ClosePage(page)
        return text
      }),
    textsIn: (number, places) => {
      const page = lib.FPDF_LoadPage(document, number)
      if (page === 0) return places.map(() => '')
      const { covered } = textsOf(page, places)
      lib.FPDF_ClosePage(page)
      return covered
    },
    rewritten: () => rewritten(document),
  }
}
