// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLargePhoto, smallerPhoto } from './smaller-photo.ts'

const MB = 1_048_576
const photo = (name: string, size = 4 * MB) => Object.defineProperty(new File(['x'], name), 'size', { value: size })

let drawn: [width: number, height: number, quality: number | undefined][]
const close = vi.fn()
/** A browser whose JPEGs take this many bytes per pixel. */
function browser(bytesPerPixel: number, width = 4000, height = 3000) {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close }))
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    say,
    _,
    quality,
  ) {
    drawn.push([this.width, this.height, quality])
    say(Object.defineProperty(new Blob(['x']), 'size', { value: this.width * this.height * bytesPerPixel }))
  })
}
beforeEach(() => {
  drawn = []
  close.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['photo.JPG', MB + 1, true],
  ['photo.png', 9 * MB, true],
  ['photo.jpeg', MB, false],
  ['letter.pdf', 9 * MB, false],
])('%s of %i bytes can be made smaller: %s', (name, size, expected) => {
  expect(isLargePhoto(photo(name, size))).toBe(expected)
})

test('a photo is made no smaller than necessary, and keeps its proportions', async () => {
  browser(0.25)
  const smaller = await smallerPhoto(photo('IMG_2041.png'))
  expect(drawn).toEqual([
    [3000, 2250, 0.85],
    [2400, 1800, 0.8],
    [1800, 1350, 0.75],
  ])
  expect([smaller?.name, smaller?.type, close.mock.calls.length]).toEqual(['IMG_2041.jpg', 'image/jpeg', 1])
})

test('a small picture is not enlarged', async () => {
  browser(0.1, 1200, 900)
  await smallerPhoto(photo('scan.png'))
  expect(drawn).toEqual([[1200, 900, 0.85]])
})

test('its name can be uploaded', async () => {
  browser(0.01)
  const smaller = await smallerPhoto(photo('Screenshot_20270501-123456_Photographs.jpeg'))
  expect(smaller?.name).toBe('Screenshot_20270501-123456_P.jpg')
  expect([...(smaller?.name ?? '')]).toHaveLength(32)
})

test('a picture that cannot be read or made small enough gives undefined', async () => {
  browser(99)
  expect([await smallerPhoto(photo('noise.png')), drawn.length, close.mock.calls.length]).toEqual([undefined, 5, 1])
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No picture.')))
  expect(await smallerPhoto(photo('no.png'))).toBeUndefined()
})
