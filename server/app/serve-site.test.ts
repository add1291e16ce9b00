import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipAround } from './serve-site.ts'

test.each([
  ['<head>1</head>', '<body>ä € 𝄞</body>'.repeat(5000)],
  ['', 'fixed'],
  ['<head>é</head>', ''],
])('%s before a fixed text is one gzip file of both', (before, fixed) => {
  const gzip = gzipAround(fixed)
  expect(gunzipSync(gzip(before)).toString()).toBe(before + fixed)
  expect(gunzipSync(gzip(`${before}again`)).toString()).toBe(`${before}again${fixed}`)
})

test('it is hardly larger than both compressed together', () => {
  const fixed = Array.from({ length: 500 }, (_, index) => `<option value="${index}">Country ${index}</option>`).join('')
  const before = '<head><title>Apply</title></head>'
  expect(gzipAround(fixed)(before).length).toBeLessThan(gzipSync(before + fixed, { level: 9 }).length + 60)
})
