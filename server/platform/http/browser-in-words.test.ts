import { expect, test } from 'vitest'
import { browserInWords } from './browser-in-words.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:135.0) Gecko/20100101 Firefox/135.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
  ],
  ['Opera on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Safari on Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  ['Safari on iPhone', `${PHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Chrome on iPhone', `${PHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  ['Firefox on iPhone', `${PHONE} FxiOS/135.0 Mobile/15E148 Safari/605.1.15`],
  ['A browser on Android', 'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)'],
  ['A browser', 'curl/8.5.0'],
  ['A browser', ''],
  ['A browser', undefined],
])('%s', (words, userAgent) => {
  expect(browserInWords(userAgent)).toBe(words)
})
