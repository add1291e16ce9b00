// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mustBeRedrawn, smallerPhoto } from './create-preparation.ts'

const decodeHeic = vi.hoisted(() => vi.fn())
vi.mock('./decode-heic.ts', () => ({ decodeHeic }))

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
  ['photo.JFIF', MB + 1, true],
  ['photo.jpe', MB + 1, true],
  ['letter.pdf', 9 * MB, false],
  ['IMG_2041.HEIC', 1, true],
  ['IMG_2041.heif', 9 * MB, true],
])('%s of %i bytes must be drawn again: %s', (name, size, expected) => {
  expect(mustBeRedrawn(photo(name, size), MB)).toBe(expected)
})

const { signal } = new AbortController()

test('a photo is made no smaller than necessary, and keeps its proportions', async () => {
  browser(0.25)
  const smaller = await smallerPhoto(photo('IMG_2041.png'), MB, signal)
  expect(drawn).toEqual([
    [3266, 2450, 0.85],
    [2582, 1937, 0.8],
    [2066, 1550, 0.75],
  ])
  expect([smaller?.size, close.mock.calls.length]).toEqual([2066 * 1550 * 0.25, 1])
})

test('a small picture is not enlarged', async () => {
  browser(0.1, 1200, 900)
  await smallerPhoto(photo('scan.png'), MB, signal)
  expect(drawn).toEqual([[1200, 900, 0.9]])
})

test.each([
  ['a photo', 4000, 3000],
  ['a wide photo', 4000, 2250],
  ['a long screenshot', 1170, 6000],
  ['a page', 2550, 3300],
])('%s keeps at least the pixels of a letter page at 150 dots per inch, or is refused', async (_, width, height) => {
  browser(99, width, height)
  expect([await smallerPhoto(photo('noise.png'), MB, signal), close.mock.calls.length]).toEqual([undefined, 1])
  for (const [across, down] of drawn) expect(across * down).toBeGreaterThanOrEqual(1275 * 1650)
  const [last] = drawn.slice(-1)
  expect((last?.[0] ?? 0) / (last?.[1] ?? 1)).toBeCloseTo(width / height, 2)
  expect((last?.[0] ?? 0) * (last?.[1] ?? 0)).toBeLessThan(1275 * 1650 * 1.01)
})

test('a picture that cannot be read gives undefined', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No picture.')))
  expect(await smallerPhoto(photo('no.png'), MB, signal)).toBeUndefined()
  vi.unstubAllGlobals() // a browser that cannot do it
  expect(await smallerPhoto(photo('no.png'), MB, signal)).toBeUndefined()
})

test('it ends with the reason of the signal', async () => {
  browser(99)
  const stopped = new AbortController()
  const over = smallerPhoto(photo('noise.png'), MB, stopped.signal)
  stopped.abort(new Error('Stopped.'))
  await expect(over).rejects.toThrow('Stopped.')
  expect([drawn.length, close.mock.calls.length]).toEqual([0, 1])
})

test('HEIC that the browser cannot read is decoded by the library, and only then', async () => {
  browser(0.1, 1200, 900)
  const heic = photo('IMG_2041.HEIC', 900_000)
  expect((await smallerPhoto(heic, MB, signal))?.size).toBe(1200 * 900 * 0.1)
  expect(decodeHeic).not.toHaveBeenCalled()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No picture.')))
  decodeHeic.mockResolvedValueOnce({ width: 3000, height: 4000, close }).mockResolvedValueOnce(undefined)
  const jpeg = await smallerPhoto(heic, MB, signal)
  expect([jpeg?.size, decodeHeic.mock.calls]).toEqual([2450 * 3266 * 0.1, [[heic]]])
  expect(await smallerPhoto(heic, MB, signal)).toBeUndefined()
})
