import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isUprightJpeg } from './join-pages.ts'

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
