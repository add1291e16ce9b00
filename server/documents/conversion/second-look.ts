import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Note } from './draw-widget.ts'
import type { Rectangle } from './open-pdf.ts'

const PIXELS_PER_POINT = 50 / 72
const MAX_SIDE = 1_400 // pixels
const TOLERANCE = { color: 40, reach: 2, pixels: 8, part: 0.25 } as const
const MOST_PROCESSOR_TIME = 10_000 // ms; a file with hundreds of notes is looked at in part

/**
 * Whether pdf.js, which had no part in making a PDF, shows a note of its source and not the same of it. What it cannot
 * open or draw itself is not lost.
 */
export async function losesNotes(before: Uint8Array, after: Uint8Array, notes: readonly Note[]): Promise<boolean> {
  const start = process.cpuUsage()
  const source = await openIn(before).catch(() => undefined)
  if (!source) return false
  const result = await openIn(after).catch(() => undefined)
  if (!result) return true
  for (const page of new Set(notes.map((each) => each.page))) {
    const { user, system } = process.cpuUsage(start)
    if ((user + system) / 1_000 > MOST_PROCESSOR_TIME) return false
    const [bare, drawn] = [await source(page, false), await source(page, true)]
    if (!bare || !drawn) continue
    const kept = await result(page, true)
    const places = notes.filter((each) => each.page === page).map(({ place }) => place)
    if (!kept || kept.width !== drawn.width || kept.height !== drawn.height) return true
    if (places.some((place) => isLost(bare, drawn, kept, drawn.rectangle(place)))) return true
  }
  return false
}

type Picture = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
  /** A rectangle of the page on this picture: left, top, right, bottom. */
  readonly rectangle: (place: Rectangle) => readonly [number, number, number, number]
}

/** Opens a PDF in pdf.js. The result draws a page, with or without what lies on it; undefined if it cannot. */
async function openIn(bytes: Uint8Array) {
  const home = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  const folder = (name: string) => `${join(home, name)}/`
  const { promise } = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    useSystemFonts: false,
  })
  const pdf = await promise
  return async (number: number, withNotes: boolean): Promise<Picture | undefined> => {
    try {
      const page = await pdf.getPage(number + 1)
      const { width: across, height: down } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: Math.min(PIXELS_PER_POINT, MAX_SIDE / Math.max(across, down)) })
      const [width, height] = [Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height))]
      const canvas = createCanvas(width, height)
      if (!isOfBrowser(canvas)) return undefined
      const annotationMode = withNotes ? AnnotationMode.ENABLE : AnnotationMode.DISABLE
      await page.render({ canvas, viewport, annotationMode, background: 'white' }).promise
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
      if (!pixels) return undefined
      const rectangle = (place: Rectangle) => {
        const [left, bottom, right, top] = place
        const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom)
        const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top)
        return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const
      }
      return { width, height, pixels, rectangle }
    } catch {
      return undefined
    }
  }
}

/** pdf.js asks for the canvas of a browser, and draws on any that has its functions. */
const isOfBrowser = (canvas: object): canvas is HTMLCanvasElement => 'getContext' in canvas

/** Whether much of what a note adds to its page has nothing near it on the result that the bare page has not. */
function isLost(
  bare: Picture,
  drawn: Picture,
  kept: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): boolean {
  const { width, height } = drawn
  const differs = (one: Picture, x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false
    const at = (y * width + x) * 4
    const off = (byte: number) => Math.abs((one.pixels[at + byte] ?? 0) - (bare.pixels[at + byte] ?? 0))
    return Math.max(off(0), off(1), off(2)) > TOLERANCE.color
  }
  const near = Array.from({ length: 2 * TOLERANCE.reach + 1 }, (_, index) => index - TOLERANCE.reach)
  let [added, lost] = [0, 0]
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x += 1) {
      if (!differs(drawn, x, y)) continue
      added += 1
      if (!near.some((down) => near.some((across) => differs(kept, x + across, y + down)))) lost += 1
    }
  return lost > TOLERANCE.pixels && lost > added * TOLERANCE.part
}
