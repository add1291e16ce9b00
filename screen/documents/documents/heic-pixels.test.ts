import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import createLibheif from 'libheif-js/libheif-wasm/libheif.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heicPixels } from './heic-pixels.ts'
import { isUprightJpeg } from './join-pages.ts'

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm'))
const libheif = createLibheif({ wasmBinary })
// Made with pillow-heif: 1200 x 900 with a blue quarter at the upper left, and a note to turn it to the right.
const photo = readFileSync(join(import.meta.dirname, '../../../testing/photo.heic'))

test('a HEIC photo is decoded upright', async () => {
  const { width = 0, height = 0, data } = (await heicPixels(libheif, photo)) ?? {}
  const colorAt = (x: number, y: number) => [...(data?.slice((y * width + x) * 4, (y * width + x) * 4 + 3) ?? [])]
  expect([width, height]).toEqual([900, 1200])
  const [red = 255, green = 0, blue = 0] = colorAt(width - 10, 10)
  expect([red < 60, green > 60, blue > 80], 'blue at the upper right').toEqual([true, true, true])
  expect(Math.min(...colorAt(10, 10)), 'white at the upper left').toBeGreaterThan(220)
})

test('a damaged one, or another file, has no pixels', async () => {
  expect(await heicPixels(libheif, photo.subarray(0, 400))).toBeUndefined()
  expect(await heicPixels(libheif, Buffer.from('no picture'))).toBeUndefined()
})

test('one of too many pixels is not unpacked', async () => {
  const display = () => {
    throw new Error('It was unpacked.')
  }
  const image = { get_width: () => 10_000, get_height: () => 10_000, display }
  const HeifDecoder = class {
    decode = () => [image]
  }
  expect(await heicPixels({ HeifDecoder }, new Uint8Array())).toBeUndefined()
})

const picture = sharp({ create: { width: 8, height: 4, channels: 3, background: '#17566a' } })

test('a JPEG without notes is upright', async () => {
  expect(isUprightJpeg(await picture.clone().jpeg().toBuffer())).toBe(true)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i', async (orientation) => {
  const jpeg = await picture.clone().jpeg().withMetadata({ orientation }).toBuffer()
  expect(isUprightJpeg(jpeg)).toBe(orientation === 1)
})

test('what is no JPEG, ends too early or has other notes is not taken for upright', async () => {
  const jpeg = await picture.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(isUprightJpeg(await picture.clone().png().toBuffer())).toBe(false)
  for (let length = 0; length < jpeg.length; length += 7) expect(isUprightJpeg(jpeg.subarray(0, length))).toBe(false)
  const xmp = Buffer.concat([Buffer.from('ffd8ffe10012', 'hex'), Buffer.from('http://ns.adobe'), jpeg.subarray(2)])
  expect(isUprightJpeg(xmp)).toBe(false)
})
