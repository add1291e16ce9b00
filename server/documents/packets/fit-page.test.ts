import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { degrees, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fitPage, seenPage, shapeOf } from './fit-page.ts'

// An independent reader of the pages: poppler (Debian: poppler-utils). Without it these tests are skipped.
const hasPoppler = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-fit-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Word = { readonly text: string; readonly x: number; readonly y: number; readonly width: number }

/** The size of the first page, and where its words are seen, from the top left corner. */
function seenBy(pdf: Uint8Array) {
  const file = join(folder, 'page.pdf')
  writeFileSync(file, pdf)
  const html = execFileSync('pdftotext', ['-bbox', '-cropbox', file, '-'], { encoding: 'utf8' })
  // The size of the drawn page: pdftotext names that of a turned page as it was before.
  const picture = execFileSync('pdftoppm', ['-r', '72', '-gray', '-cropbox', file], { maxBuffer: 1e8 })
  const [, width, height] = /^P5\s(\d+)\s(\d+)/.exec(picture.subarray(0, 30).toString('latin1')) ?? []
  const words = [...html.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)"[^>]*>([^<]*)</g)].map(
    ([, x, y, right, text = '']): Word => ({ text, x: Number(x), y: Number(y), width: Number(right) - Number(x) }),
  )
  return { size: [Number(width), Number(height)], words }
}

async function fitted(original: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(original)
  const page = pdf.getPage(0)
  const line = pdf.context.register(pdf.context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }))
  fitPage(pdf.context, page.node, seenPage(page), { form: pdf.context.nextRef(), line })
  return pdf.save()
}

/** A page with a word near each corner and one in the middle, in its own coordinates. */
async function pageOf(size: [number, number], change: (page: PDFPage) => void = () => {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage(size)
  const [width, height] = size
  const words: Record<string, readonly [number, number]> = {
    first: [4, 4],
    second: [width - 44, 4],
    third: [4, height - 12],
    fourth: [width - 44, height - 12],
  }
  for (const [word, [x, y]] of Object.entries(words)) page.drawText(word, { x, y, size: 8 })
  page.drawText('middle', { x: width / 2, y: height / 2, size: 8 })
  change(page)
  return pdf.save()
}

describe.skipIf(!hasPoppler)('a page of a packet', () => {
  test.each<[string, [number, number], ((page: PDFPage) => void)?]>([
    ['Letter', [612, 792]],
    ['A4', [595.28, 841.89]],
    ['landscape', [792, 612]],
    ['A3 landscape', [1190.55, 841.89]],
    ['a strip', [400, 72]],
    ['a receipt', [226, 2000]],
    ['turned once', [612, 792], (page) => page.setRotation(degrees(90))],
    ['turned twice', [595, 842], (page) => page.setRotation(degrees(180))],
    ['turned three times', [842, 595], (page) => page.setRotation(degrees(270))],
    ['turned back', [612, 1008], (page) => page.setRotation(degrees(-90))],
    ['away from the origin', [612, 792], (page) => page.setMediaBox(-3, -2, 700, 900)],
    ['cropped', [612, 792], (page) => page.setCropBox(2, 2, 608, 788)],
    [
      'cropped and turned',
      [612, 792],
      (page) => {
        page.setCropBox(2, 2, 608, 788)
        page.setRotation(degrees(90))
      },
    ],
  ])('that was %s is Letter, and shows the same in the same places', async (_, size, change) => {
    const original = await pageOf(size, change)
    const before = seenBy(original)
    const after = seenBy(await fitted(original))
    const [width = 0, height = 0] = before.size
    expect(after.size).toEqual(width > height ? [792, 612] : [612, 792])
    expect(after.words.map(({ text }) => text).sort()).toEqual(before.words.map(({ text }) => text).sort())
    expect(after.words.length).toBe(5)
    // The same picture, smaller and moved: one scale and one shift for all words.
    const pairs = before.words.map((word) => [word, after.words.find(({ text }) => text === word.text)] as const)
    const [first, firstAfter] = pairs[0] ?? []
    const scale = (firstAfter?.width ?? 0) / (first?.width ?? 1)
    expect(scale).toBeLessThanOrEqual(1.001)
    for (const [one, other] of pairs) {
      expect((other?.x ?? 0) - (firstAfter?.x ?? 0)).toBeCloseTo((one.x - (first?.x ?? 0)) * scale, 0)
      expect((other?.y ?? 0) - (firstAfter?.y ?? 0)).toBeCloseTo((one.y - (first?.y ?? 0)) * scale, 0)
    }
    // Nothing is cut, and nothing is where the lines of the packet are.
    for (const { x, y, width } of after.words) {
      expect(Math.min(x, (after.size[0] ?? 0) - x - width)).toBeGreaterThan(11)
      expect(y).toBeGreaterThan(30)
    }
  })

  test('what a crop box hid stays hidden', async () => {
    const original = await pageOf([612, 792], (page) => page.setCropBox(100, 100, 400, 600))
    const pdf = await PDFDocument.load(await fitted(original))
    const file = join(folder, 'hidden.pdf')
    writeFileSync(file, await pdf.save())
    const picture = execFileSync('pdftoppm', ['-r', '20', '-gray', file], { maxBuffer: 1e7 })
    const pixels = picture.subarray(picture.indexOf('255\n') + 4)
    const dark = [...pixels].filter((pixel) => pixel < 200).length
    expect(dark).toBeGreaterThan(0) // the word in the middle
    expect(dark).toBeLessThan(40)
  })

  test('an annotation moves with what it belongs to', async () => {
    const original = await pageOf([1224, 1584], ({ node, doc: { context } }) =>
      node.addAnnot(
        context.register(
          context.obj({
            Type: 'Annot',
            Subtype: 'Link',
            Rect: [100, 200, 300, 400],
            QuadPoints: [100, 400, 300, 400, 100, 200, 300, 200],
          }),
        ),
      ),
    )
    const [annotation] = (await PDFDocument.load(await fitted(original))).getPage(0).node.Annots()?.asArray() ?? []
    const pdf = await PDFDocument.load(await fitted(original))
    const dict = String(pdf.context.lookup(annotation))
    const [left = 0, bottom = 0, right = 0, top = 0] = (/Rect \[ ([^\]]*) \]/.exec(dict)?.[1] ?? '')
      .split(' ')
      .map(Number)
    const scale = 746 / 1584 // the room on the sheet
    expect(right - left).toBeCloseTo(200 * scale, 3)
    expect(top - bottom).toBeCloseTo(200 * scale, 3)
    expect(left).toBeCloseTo((612 - 1224 * scale) / 2 + 100 * scale, 3)
    expect(bottom).toBeCloseTo(12 + 200 * scale, 3)
    expect(dict).toMatch(/QuadPoints/)
  })
})

test.each<[string, [number, number], number, string]>([
  ['a square', [500, 500], 0, 'portrait'],
  ['a wide page', [600, 500], 0, 'landscape'],
  ['a wide page, turned', [600, 500], 90, 'portrait'],
])('%s is seen as %3$s', async (_, size, angle, shape) => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage(size)
  page.setRotation(degrees(angle))
  expect(shapeOf(seenPage(page))).toBe(shape)
  page.node.set(PDFName.of('UserUnit'), pdf.context.obj(2))
  expect(seenPage(page).unit).toBe(2)
})
