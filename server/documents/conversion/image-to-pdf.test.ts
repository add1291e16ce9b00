import { crc32 } from 'node:zlib'
import { PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageToPdf } from './image-to-pdf.ts'
import { openPdf } from './open-pdf.ts'
import { refusals } from './outcome.ts'

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
  // The second matrix turns the picture by a quarter if its first number is zero.
  const turned = / cm 0 /.test(contentOf(pdf))
  const [stored, bits] = [[number('Width'), number('Height')], number('BitsPerComponent')]
  const [width = 0, height = 0] = turned ? stored.toReversed() : stored
  const filter = picture.dict.lookup(PDFName.of('Filter'))?.toString()
  const seen = (await openPdf(outcome.pdf))?.render(0, { without: [], covered: [], states: [] })
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
  const space = picture.dict.lookup(PDFName.of('ColorSpace'))?.toString()
  const contents = Buffer.from(picture.contents)
  return { at, width, height, bits, filter, space, contents, hidden, page, pages, bytes: outcome.pdf.length }
}

function contentOf(pdf: PDFDocument): string {
  const stream = pdf.getPage(0).node.Contents()
  return stream instanceof PDFRawStream ? Buffer.from(stream.contents).toString('latin1') : ''
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

/** Four quarters of different colors. */
const quarters = () =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: '#ffffff' } })
    .composite([
      { input: { create: { width: 100, height: 50, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      { input: { create: { width: 100, height: 50, channels: 3, background: '#0000ff' } }, left: 100, top: 0 },
      { input: { create: { width: 100, height: 50, channels: 3, background: '#000000' } }, left: 0, top: 50 },
    ])
    .removeAlpha()
const xmpOf = (orientation: number) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="${orientation}"/></rdf:RDF></x:xmpmeta>`

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i', (orientation) => {
  test.each([
    ['in the EXIF of a JPEG', () => quarters().jpeg().withMetadata({ orientation }).toBuffer()],
    ['in the EXIF of a PNG', () => quarters().png().withMetadata({ orientation }).toBuffer()],
    ['in the XMP alone of a PNG', () => quarters().png().withXmp(xmpOf(orientation)).toBuffer()],
    [
      'in the EXIF of a picture that is drawn again',
      () => quarters().png({ progressive: true }).withMetadata({ orientation }).toBuffer(),
    ],
  ])('%s turns it as libvips does', async (_, made) => {
    const { at, width, height } = await drawn(await made())
    const turned = sharp(await quarters().jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer()).autoOrient()
    const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true })
    const expected = (x: number, y: number) => {
      const start = (Math.floor((y / 100) * info.height) * info.width + Math.floor((x / 100) * info.width)) * 3
      return [...data.subarray(start, start + 3)].map((each) => (each > 128 ? 'f' : '0')).join('')
    }
    const corners = [25, 75].flatMap((y) => [25, 75].map((x) => [x, y] as const))
    expect([width, height]).toEqual([info.width, info.height])
    expect(corners.map(([x, y]) => at(x, y))).toEqual(corners.map(([x, y]) => expected(x, y)))
  })
})

const pixelsOf = (image: Buffer) => sharp(image).raw().toBuffer()
test.each<[string, () => Promise<Buffer>, string]>([
  [
    'of a phone',
    () =>
      photo()
        .jpeg({ quality: 90 })
        .withExif({ IFD0: { Make: 'Camera' } })
        .toBuffer(),
    '/DeviceRGB',
  ],
  ['turned by its camera', () => photo().jpeg().withMetadata({ orientation: 6 }).toBuffer(), '/DeviceRGB'],
  ['progressive', () => photo().jpeg({ progressive: true }).toBuffer(), '/DeviceRGB'],
  ['with all its colors', () => photo().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(), '/DeviceRGB'],
  ['of gray', () => photo().toColourspace('b-w').jpeg().toBuffer(), '/DeviceGray'],
  [
    'with something behind its end',
    async () => Buffer.concat([await photo().jpeg().toBuffer(), trailer]),
    '/DeviceRGB',
  ],
  ['with a comment', async () => withSegment(await photo().jpeg().toBuffer(), 0xfe, 'Camera'), '/DeviceRGB'],
])('the pixels of a JPEG %s stay as they are, without anything else', async (_, made, space) => {
  const jpeg = await made()
  const picture = await drawn(jpeg)
  expect([picture.filter, picture.space, picture.hidden]).toEqual(['/DCTDecode', space, false])
  expect(picture.contents.includes('trailer') || picture.contents.includes('Camera')).toBe(false)
  expect(picture.contents.length).toBeLessThanOrEqual(jpeg.length)
  expect((await pixelsOf(picture.contents)).equals(await pixelsOf(jpeg))).toBe(true)
})
test('a JPEG with a profile of its own keeps it beside its pixels; one with that of a printer becomes sRGB', async () => {
  const wide = await photo().withIccProfile('p3').jpeg().toBuffer()
  const { space, contents } = await drawn(wide)
  expect(space).toMatch(/^\[ \/ICCBased \d+ 0 R \]$/)
  expect(contents.includes('ICC_PROFILE')).toBe(false)
  const print = await photo().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
  expect((await drawn(print)).space).toBe('/DeviceRGB')
})
test.each([
  ['cut off', (jpeg: Buffer) => jpeg.subarray(0, jpeg.length / 2)],
  ['with a hole', (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2000), jpeg.subarray(2600)])],
  ['with letters at its start', (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2), trailer, jpeg.subarray(2)])],
])('a JPEG %s is refused, or drawn again without what does not belong to it', async (_, damage) => {
  const outcome = await imageToPdf(damage(await photo().jpeg().toBuffer()))
  if ('refused' in outcome) expect(outcome.refused).toBe(refusals.brokenImage)
  else expect('pdf' in outcome && Buffer.from(outcome.pdf).includes('trailer')).toBe(false)
})
test('the rows of a PNG go into the PDF as they are, and nothing behind them', async () => {
  const png = await scan().threshold().png({ palette: true, colours: 2, compressionLevel: 4 }).toBuffer()
  const rows = rowsOf(png)
  expect((await drawn(png)).contents.equals(rows)).toBe(true)
  const behind = await drawn(withRows(png, Buffer.concat([rows, trailer])))
  expect(behind.contents.includes('trailer')).toBe(false)
  expect([behind.width, behind.height]).toEqual([400, 300])
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
  expect(bytes).toBeLessThan(png.length + 2_000)
})

/** Gray lines and letters, as a scanner makes them. */
const scan = () =>
  sharp(Buffer.from('<svg width="400" height="300"><text x="9" y="99" font-size="60">Transcript</text></svg>'))
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')

/** A photograph with grain, so that every way of storing it again would change it. */
const photo = () =>
  sharp({
    create: {
      width: 240,
      height: 160,
      channels: 3,
      background: '#987',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
const trailer = Buffer.from('a trailer that is no picture')

const withSegment = (jpeg: Buffer, kind: number, text: string): Buffer => {
  const head = Buffer.from([0xff, kind, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
}
/** The positions of the chunks of a PNG. */
function* chunksOf(png: Buffer): Iterable<{ readonly kind: string; readonly from: number; readonly to: number }> {
  for (let from = 8; from < png.length; ) {
    const to = from + 12 + png.readUInt32BE(from)
    yield { kind: png.toString('latin1', from + 4, from + 8), from, to }
    from = to
  }
}
const rowsOf = (png: Buffer) =>
  Buffer.concat(
    [...chunksOf(png)].flatMap(({ kind, from, to }) => (kind === 'IDAT' ? [png.subarray(from + 8, to - 4)] : [])),
  )
/** The PNG with these bytes as its only rows. */
function withRows(png: Buffer, rows: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('IDAT'), rows])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(rows.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  const parts = [...chunksOf(png)]
  const first = parts.find(({ kind }) => kind === 'IDAT')?.from ?? 0
  const last = parts.find(({ kind }) => kind === 'IEND')?.from ?? 0
  return Buffer.concat([png.subarray(0, first), chunk, png.subarray(last)])
}
