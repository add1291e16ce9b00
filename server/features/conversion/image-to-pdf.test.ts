import { PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageToPdf } from './image-to-pdf.ts'
import { openPdf } from './open-pdf.ts'

/** Red on the left, blue on the right. */
const halves = () =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: 100, height: 100, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ])

/** The picture in a PDF, as another reader shows its page. */
async function drawn(bytes: Uint8Array) {
  const outcome = await imageToPdf(bytes)
  if (!('pdf' in outcome)) throw new Error('It was not converted.')
  const pdf = await PDFDocument.load(outcome.pdf)
  const picture = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).lookup(PDFName.of('Picture'))
  if (!(picture instanceof PDFRawStream)) throw new Error('There is no picture.')
  const number = (key: string) => picture.dict.lookup(PDFName.of(key), PDFNumber).asNumber()
  const [width, height, bits] = [number('Width'), number('Height'), number('BitsPerComponent')]
  const filter = picture.dict.lookup(PDFName.of('Filter'))?.toString()
  const seen = (await openPdf(outcome.pdf))?.render(0, [], [])
  if (!seen) throw new Error('The page cannot be read.')
  const scale = Math.min(0.75, (seen.width * 1.44 - 36) / width, (seen.height * 1.44 - 36) / height) / 1.44
  /** The color at a position, given in hundredths of the picture, in the middle of the page. */
  const at = (x: number, y: number) => {
    const [across, down] = [(x / 100 - 0.5) * width * scale, (y / 100 - 0.5) * height * scale]
    const start = (Math.floor(seen.height / 2 + down) * seen.width + Math.floor(seen.width / 2 + across)) * 4
    const [blue = 0, green = 0, red = 0] = seen.pixels.subarray(start, start + 3)
    return [red, green, blue].map((each) => (each > 200 ? 'f' : each < 60 ? '0' : '8')).join('')
  }
  const hidden = /Camera|Exif|ICC_PROFILE/.test(Buffer.from(picture.contents).toString('latin1'))
  const [page, pages] = [pdf.getPage(0).getSize(), pdf.getPageCount()]
  return { at, width, height, bits, filter, hidden, page, pages, bytes: outcome.pdf.length }
}

test("a photo is turned upright, and the camera's metadata is removed", async () => {
  const turned = await halves()
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { at, width, height, page, hidden } = await drawn(turned)
  expect([width, height, hidden]).toEqual([100, 200, false])
  expect([at(50, 20), at(50, 80)]).toEqual(['f00', '00f'])
  expect(page.height).toBeGreaterThan(page.width)
})
test.each([
  ['CMYK', () => halves().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['16 bits per color', () => halves().toColourspace('rgb16').png().toBuffer()],
  ['a palette', () => halves().png({ palette: true }).toBuffer()],
  ['interlaced', () => halves().png({ progressive: true }).toBuffer()],
])('%s becomes plain sRGB of 8 bits', async (_, made) => {
  const { at, bits, pages } = await drawn(await made())
  expect([bits <= 8, pages]).toEqual([true, 1])
  // The exact blue may differ: a printer's is darker than a screen's.
  expect([at(20, 50), at(80, 50)[0]]).toEqual(['f00', '0'])
})
test('transparent areas become white', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const { at } = await drawn(
    await sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
      .png()
      .toBuffer(),
  )
  expect(at(50, 50)).toBe('fff')
})
test('a gray image stays gray', async () => {
  const { at } = await drawn(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#808080' } })
      .grayscale()
      .jpeg()
      .toBuffer(),
  )
  expect(at(50, 50)).toMatch(/^8/)
})

const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
test.each(orientations)('orientation %i noted in XMP alone counts like one in EXIF', async (orientation) => {
  const quarters = sharp({ create: { width: 200, height: 100, channels: 3, background: '#ffffff' } }).composite([
    { input: { create: { width: 100, height: 50, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    { input: { create: { width: 100, height: 50, channels: 3, background: '#0000ff' } }, left: 100, top: 0 },
  ])
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="${orientation}"/></rdf:RDF></x:xmpmeta>`
  const [byXmp, byExif] = await Promise.all([
    drawn(await quarters.clone().png().withXmp(xmp).toBuffer()),
    drawn(await quarters.clone().jpeg().withMetadata({ orientation }).toBuffer()),
  ])
  const corners = ({ at }: typeof byXmp) => [at(25, 25), at(75, 25), at(25, 75), at(75, 75)]
  expect([byXmp.width, byXmp.height, ...corners(byXmp)]).toEqual([byExif.width, byExif.height, ...corners(byExif)])
})
test.each([
  ['of one bit', () => scan().threshold().png({ palette: true, colours: 2 }).toBuffer(), 1],
  ['of gray', () => scan().png().toBuffer(), 8],
  ['with a table of colors', () => halves().png({ palette: true }).toBuffer(), 8],
  ['of all colors', () => halves().png().toBuffer(), 8],
])('a PNG %s is embedded without loss, at about the same size', async (_, made, most) => {
  const png = await made()
  const { filter, bits, bytes } = await drawn(png)
  expect([filter, bits <= most]).toEqual(['/FlateDecode', true])
  expect(bytes).toBeLessThan(png.length * 1.3 + 2_000)
})

/** Gray lines and letters, as a scanner makes them. */
const scan = () =>
  sharp(Buffer.from('<svg width="400" height="300"><text x="9" y="99" font-size="60">Transcript</text></svg>'))
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
