import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Institution, institutionSchema } from '../../../api/index.ts'
import { cascadeValley, writeCascadeValley } from '../../../testing/cascade-valley.ts'
import { drawFace, noFace } from './face.ts'
import { faceErrors, faceGaps, mailColors, openFace, printColor } from './open-face.ts'
import { hostile, svg } from './testing/index.ts'

let folder = ''
let place = { institutionFile: '' }
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-face-'))
  place = { institutionFile: writeCascadeValley(folder) }
})
afterAll(() => rmSync(folder, { recursive: true }))

const institutionWith = (face: object): Institution => institutionSchema.parse(cascadeValley(face))
const withoutFace = (): Institution => {
  const { face: _, ...institution } = institutionWith({})
  return institution
}

describe('a file is refused that holds', () => {
  test.each(hostile)('%s', async (_, file, content, sentence) => {
    writeFileSync(join(folder, file), content())
    const started = performance.now()
    const [error = '', ...others] = await faceErrors(place, institutionWith({ logo: file }))
    expect(error).toMatch(new RegExp(`^face\\.logo of institution\\.json, the file ${file}, (${sentence.source})`))
    expect(others).toEqual([])
    expect(performance.now() - started).toBeLessThan(30_000)
    await expect(openFace(place, institutionWith({ logo: file }))).rejects.toThrow(error)
  })

  test('any of it, whichever entry names it, and all are said at once', async () => {
    writeFileSync(join(folder, 'bad.svg'), '<html></html>')
    const names = { logo: 'bad.svg', logo_dark: 'bad.svg', icon: 'bad.svg', picture: 'bad.svg' }
    const errors = await faceErrors(place, institutionWith({ color: '#ffcc00', ...names }))
    const entries = errors.map((each) => /^face\.(\w+)/.exec(each)?.[1])
    expect(entries.sort()).toEqual(['color', 'icon', 'logo', 'logo_dark', 'picture'])
  })

  test('nothing, because it is not there', async () => {
    const [error] = await faceErrors(place, institutionWith({ icon: 'gone.svg' }))
    expect(error).toMatch(/^face\.icon of institution\.json cannot be read at \/.*gone\.svg\.$/)
  })
})

test.each([
  ['a color by its name', { color: 'purple' }, /is a color such as/],
  ['a path', { logo: '../logo.svg' }, /is the name of an SVG or PNG file/],
  ['a JPEG', { picture: 'photo.jpg' }, /is the name of an SVG or PNG file|Invalid input/],
  ['an unknown entry', { font: 'Comic' }, /Unrecognized key/],
])('%s in face is refused', (_, face, sentence) => {
  const read = institutionSchema.safeParse(cascadeValley(face))
  expect(read.error?.message).toMatch(sentence)
})

test('a color that cannot be read is refused, and the nearest that can is named', async () => {
  await expect(openFace(place, institutionWith({ color: '#ffcc00' }))).rejects.toThrow(
    /^face\.color of institution\.json is too light: .* The nearest color that can be read is #886b00\.$/,
  )
})

test('a logo at night without one by day is refused', async () => {
  const [error] = await faceErrors(place, institutionWith({ logo_dark: 'cascade-logo-dark.svg' }))
  expect(error).toMatch(/^face\.logo_dark .* is the logo at night, and there is no logo\.$/)
})

test('what is left of the sample beside a face is said', () => {
  expect(faceGaps(institutionSchema.parse(cascadeValley()))).toEqual([])
  expect(faceGaps(withoutFace())).toEqual([])
  const entries = (face: object) =>
    faceGaps(institutionWith(face)).map(
      (each) => /^Without face\.(\w+) in institution\.json, people see/.exec(each)?.[1],
    )
  expect(entries({ color: '#5e2a7e' })).toEqual(['logo', 'icon', 'picture'])
  expect(entries({ logo: 'cascade-logo.svg', picture: 'none' })).toEqual(['color'])
})

test.each([
  [
    'a gradient',
    '<linearGradient id="g"><stop stop-color="#900"/></linearGradient><path fill="url(#g)" d="M4 4h36v36z"/>',
  ],
  ['one with spaces', `<linearGradient id="g"/><path fill="url( '#g' )" stroke="#900" d="M4 4h36v36z"/>`],
  ['a style sheet', '<style>.a{fill:url("#g")} .b{fill:#900}</style><path class="b" d="M4 4h36v36z"/>'],
  ['a style sheet with brackets', '<style><![CDATA[.a>.b{fill:#900}]]></style><path d="M4 4h36v36z"/>'],
  ['copies of a part', '<path id="p" d="M4 4h9v36z"/><use xlink:href=" #p" x="20"/>'],
  ['a title and a direction', '<title>Our javascript: hills</title><g direction="ltr"><path d="M4 4h36v36z"/></g>'],
  [
    'notes of a drawing program',
    '<metadata xmlns:i="https://else.example/i"><i:a href2="x"/></metadata><path d="M4 4h9v9z"/>',
  ],
])('a drawing with %s is taken', async (_, inside) => {
  writeFileSync(join(folder, 'good.svg'), svg(inside))
  expect(await faceErrors(place, institutionWith({ logo: 'good.svg' }))).toEqual([])
})

test('a drawing may hold a photo, and is drawn with it', async () => {
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#990000' } })
    .png()
    .toBuffer()
  const inside = `<image width="44" height="44" href="data:image/png;base64,${photo.toString('base64')}"/>`
  writeFileSync(join(folder, 'photo.svg'), svg(inside))
  const { files, logo } = await openFace(place, institutionWith({ logo: 'photo.svg' }))
  const { dominant } = await sharp(files.get(logo?.light ?? '')?.bytes).stats()
  expect(dominant.r).toBeGreaterThan(120)
})

test('a photo as picture is kept small', async () => {
  const { files } = await openFace(place, institutionWith({ picture: 'cascade-picture.svg' }))
  const [picture] = [...files.values()].filter(({ type }) => type === 'image/png')
  expect(await sharp(picture?.bytes).metadata()).toMatchObject({ isPalette: true, width: 2400 })
})

describe('a face that is drawn', () => {
  test('is nothing at all where institution.json has none', async () => {
    expect(await openFace(place, withoutFace())).toEqual({ ...noFace, palette: undefined })
    expect(mailColors(withoutFace())).toBeUndefined()
    expect(printColor(withoutFace())).toBe('#0c3441')
  })

  test('has only PNGs and one style sheet, each at an address that tells its content', async () => {
    const { files, logo, icon, sheet = '', palette } = await openFace(place, institutionSchema.parse(cascadeValley()))
    expect([...files.keys()].every((each) => /^\/brand\/[\w-]{16}\.(png|css)$/.test(each))).toBe(true)
    for (const { type, bytes } of files.values()) {
      if (type === 'image/png') expect((await sharp(bytes).metadata()).format).toBe('png')
      expect(bytes.toString('latin1')).not.toMatch(/<svg|script|xmp|Exif/i)
    }
    expect(files.get(sheet)?.type).toBe('text/css; charset=utf-8')
    expect(files.get(sheet)?.bytes.toString()).toContain(`--primary-main:${palette?.day['primary-main']};`)
    expect(logo).toMatchObject({ width: 88, height: 44 })
    expect(
      new Set([logo?.light, logo?.dark, icon?.small, icon?.touch].map((each) => files.get(each ?? ''))),
    ).toHaveProperty('size', 4)
    expect(await sharp(files.get(icon?.small ?? '')?.bytes).metadata()).toMatchObject({ width: 64, height: 64 })
    const touch = await sharp(files.get(icon?.touch ?? '')?.bytes).stats()
    expect(touch.isOpaque).toBe(true)
  })

  test('is another one as soon as a file is another one, and the same as long as nothing is', async () => {
    const given = (fill: string) => ({
      logo: { name: 'logo.svg', bytes: Buffer.from(svg(`<path fill="${fill}" d="M4 4h36v36z"/>`)) },
    })
    const [red, again, blue] = [
      await drawFace(given('#900')),
      await drawFace(given('#900')),
      await drawFace(given('#009')),
    ]
    expect(again).toBe(red)
    if (!('face' in red) || !('face' in blue)) throw new Error('One of them was not drawn.')
    expect(blue.face.logo?.light).not.toBe(red.face.logo?.light)
  })

  test('puts a logo without one for the night on white paper there', async () => {
    const { files, logo } = await openFace(place, institutionWith({ logo: 'cascade-logo.svg' }))
    const corner = async (address = '') => {
      const { data } = await sharp(files.get(address)?.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = 4 * (20 * 352 + 20) // 20 px from the left and the top
      return [...data.subarray(at, at + 4)]
    }
    expect((await corner(logo?.light))[3]).toBe(0)
    expect(await corner(logo?.dark)).toEqual([255, 255, 255, 255])
  })

  test('may have no picture in place of the mountains', async () => {
    const { files, sheet = '' } = await openFace(place, institutionWith({ picture: 'none' }))
    expect(files.get(sheet)?.bytes.toString()).toBe('@layer base{:root:root{--ridge-shown:none;}}')
  })

  test('colors paper and mails, whatever institution.json says of paper', () => {
    const institution = institutionWith({ color: '#5e2a7e' })
    expect(printColor(institution)).toMatch(/^#3[\da-f]{5}$/)
    expect(printColor({ ...institution, pdf_color: '#123456' })).toBe(printColor(institution))
    expect(printColor({ pdf_color: '#123456' })).toBe('#123456')
    expect(mailColors(institution)).toMatchObject({ link: '#5e2a7e', heading: printColor(institution) })
  })
})
