import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageToPdf } from './image-to-pdf.ts'

/** Red on the left, blue on the right. */
const halves = () =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: 100, height: 100, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ])

/** The picture that a PDF draws, and the size of its page. */
async function drawn(bytes: Uint8Array) {
  const outcome = await imageToPdf(bytes)
  if (!('pdf' in outcome)) throw new Error('It was not converted.')
  const pdf = await PDFDocument.load(outcome.pdf)
  const streams = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
  const picture = streams.find(({ dict }) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
  if (!picture || !(picture.dict instanceof PDFDict)) throw new Error('There is no picture.')
  const jpeg = sharp(picture.contents)
  const { width, height, space, depth, hasAlpha, exif, icc } = await jpeg.metadata()
  const { data } = await jpeg.raw().toBuffer({ resolveWithObject: true })
  /** The colour at a place given in hundredths. */
  const at = (x: number, y: number) => {
    const start = (Math.floor((height * y) / 100) * width + Math.floor((width * x) / 100)) * 3
    return [...data.subarray(start, start + 3)].map((each) => (each > 200 ? 'f' : each < 60 ? '0' : '8')).join('')
  }
  return {
    at,
    width,
    height,
    space,
    depth,
    hasAlpha,
    hidden: exif ?? icc,
    page: pdf.getPage(0).getSize(),
    pages: pdf.getPageCount(),
  }
}

test('a photo taken with the camera turned stands upright, and what the camera noted is gone', async () => {
  const turned = await halves()
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { at, width, height, page, hidden } = await drawn(turned)
  expect([width, height, hidden]).toEqual([100, 200, undefined])
  expect([at(50, 20), at(50, 80)]).toEqual(['f00', '00f'])
  expect(page.height).toBeGreaterThan(page.width)
})
test.each([
  ['CMYK', () => halves().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['16 bits per colour', () => halves().toColourspace('rgb16').png().toBuffer()],
  ['a palette', () => halves().png({ palette: true }).toBuffer()],
  ['interlaced', () => halves().png({ progressive: true }).toBuffer()],
])('%s becomes plain sRGB of 8 bits', async (_, made) => {
  const { at, space, depth, pages } = await drawn(await made())
  expect([space, depth, pages]).toEqual(['srgb', 'uchar', 1])
  // Not which blue: a printer's is darker than a screen's.
  expect([at(20, 50), at(80, 50)[0]]).toEqual(['f00', '0'])
})
test('what is transparent becomes white', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const { at, hasAlpha } = await drawn(
    await sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
      .png()
      .toBuffer(),
  )
  expect([at(50, 50), hasAlpha]).toEqual(['fff', false])
})
test('grey stays grey', async () => {
  const { at } = await drawn(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#808080' } })
      .grayscale()
      .jpeg()
      .toBuffer(),
  )
  expect(at(50, 50)).toMatch(/^8/)
})
