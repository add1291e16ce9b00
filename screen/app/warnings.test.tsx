// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { domestic } from '../../form/testing/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { control, describedBy, fill, open, profileOf, type, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)
let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const about = (element: Element) => describedBy(element).join(' ')
const news = () => [...document.querySelectorAll('[aria-live=polite]')].map(wordsOf).join(' ')
const NOBODY = /Nobody has this number/

test('a doubtful answer is asked about once it is finished, without being an error', async () => {
  app = await open('/about')
  await until(() => control('form'))
  await type('ssn', '000-12-3456')
  expect(about(control('#ssn'))).not.toMatch(NOBODY)
  await fill('ssn', '000-12-3456')
  await until(() => expect(about(control('#ssn'))).toMatch(NOBODY))
  expect(control('#ssn').getAttribute('aria-invalid')).toBeNull()
  expect(news()).toMatch(NOBODY)
  await fill('ssn', '501-55-0187')
  await until(() => expect(about(control('#ssn'))).not.toMatch(NOBODY))
  expect(news()).not.toMatch(NOBODY)
})

test('a page that opens with a doubtful answer shows it and says nothing', async () => {
  const answer = { ...domestic.answer, hs_gpa: '4.6', hs_gpa_scale: '4', college_attend_to_year: '1990' }
  app = await open('/education', {
    loggedIn: true,
    server: { profile: profileOf({ last_page: '/education', answer: answer as Record<string, string> }) },
  })
  await until(() => expect(about(control('#hs_gpa'))).toMatch(/above the scale of 4/))
  const period = control('#college_attend_to_year').closest('fieldset')?.querySelector('select')
  expect(period && about(period)).toMatch(/before you were born/)
  expect(news()).not.toMatch(/above the scale|born/)
})
