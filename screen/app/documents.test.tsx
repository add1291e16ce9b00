// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { preloadLazyCode } from '../parts/index.ts'
import { button, control, open, profileOf, refusing, saved, toasts, until, wordsOf } from './opened-for-test.tsx'

const visa = { stopintl_copy: { file_name: 'visa.png', file_size: 84_000 } }
const visaHolder = { us_citizen: 'N', perm_resident: 'N' }
const field = () => wordsOf(document.querySelector('#stopintl_copy'))

beforeAll(preloadLazyCode)
let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const opened = async (server: NonNullable<Parameters<typeof open>[1]>['server']) => {
  app = await open('/about', {
    loggedIn: true,
    server: { profile: profileOf({ last_page: '/about', answer: visaHolder, converting: visa }), ...server },
  })
}

test('[1.documents.3] [4.upload.5] who comes back sees the conversion go on, and the document once it is done', async () => {
  let status = 'IN_PROGRESS'
  await opened({ conversion: () => ({ status }), documentAnswer: visa })
  await until(() => expect(field()).toContain('visa.pngConverting to PDF…'))
  status = 'COMPLETED'
  await until(() => expect(field()).toContain('visa.pngAttached, 82 KB'))
  expect(app.calls.filter(([name]) => name === 'saveAnswers')).toEqual([])
})

test('[8.upload.1] [8.upload.2] [8.upload.3] a failure is a toast, and closing it clears the error and the conversion', async () => {
  await opened({ conversion: refusing(404, { message: 'There is nothing here.', code: 'not_found' }) })
  await until(() =>
    expect(toasts()).toEqual(['Error uploading file for Visa or immigration documentThere is nothing here.']),
  )
  expect(field()).toContain('visa.png, 82 KB, was not attached')
  app.answers.conversion = { status: 'FAILED' }
  button('Close Error uploading file for Visa or immigration document').click()
  await until(() => expect(app.calls.at(-1)).toEqual(['deleteConversion', 'stopintl_copy']))
  expect([toasts(), field()]).toEqual([[], expect.not.stringContaining('was not attached')])
})

test('an answer that the server writes is never posted, wherever it came from', async () => {
  app = await open('/about', {
    loggedIn: true,
    state: { answers: { stopintl_copy: 'ANSWERED', first_name: 'Maya' } },
    server: { profile: profileOf({ last_page: '/about', answer: visaHolder }), saveAnswers: saved },
  })
  await until(() => expect(app.said()).toContain('saveAnswers'))
  expect(app.calls.filter(([name]) => name === 'saveAnswers')).toEqual([['saveAnswers', { first_name: 'Maya' }]])
  expect(control('#stopintl_copy input').getAttribute('type')).toBe('file')
})
