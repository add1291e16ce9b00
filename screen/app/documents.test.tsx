// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
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

test('a returning student sees the conversion continue, and the document once it is done', async () => {
  let status = 'IN_PROGRESS'
  await opened({ conversion: () => ({ status }), documentAnswer: visa })
  await until(() => expect(field(), proves('1.documents.3')).toContain('visa.pngConverting to PDF…'))
  status = 'COMPLETED'
  await until(() => expect(field(), proves('1.documents.3')).toContain('visa.pngAttached, 82 KB'))
  expect(app.calls.filter(([name]) => name === 'saveAnswers')).toEqual([])
})

test('a failure is a toast, and closing it clears the error and the conversion', async () => {
  await opened({ conversion: refusing(404, { message: 'We couldn’t find that.', code: 'not_found' }) })
  await until(() =>
    expect(toasts(), proves('8.upload.1')).toEqual([
      'Error uploading file for Visa or immigration document We couldn’t find that.',
    ]),
  )
  expect(field()).toContain('visa.png, 82 KB, was not attached')
  app.answers.conversion = { status: 'FAILED' }
  button('Close Error uploading file for Visa or immigration document').click()
  await until(() => expect(app.calls.at(-1), proves('8.upload.3')).toEqual(['deleteConversion', 'stopintl_copy']))
  expect([toasts(), field()], proves('8.upload.2')).toEqual([[], expect.not.stringContaining('was not attached')])
})

test('an answer that the server writes is never posted, not even from navigation state', async () => {
  app = await open('/about', {
    loggedIn: true,
    state: { answers: { stopintl_copy: 'ANSWERED', first_name: 'Maya' } },
    server: { profile: profileOf({ last_page: '/about', answer: visaHolder }), saveAnswers: saved },
  })
  await until(() => expect(app.callNames()).toContain('saveAnswers'))
  expect(app.calls.filter(([name]) => name === 'saveAnswers')).toEqual([['saveAnswers', { first_name: 'Maya' }]])
  expect(control('#stopintl_copy input').getAttribute('type')).toBe('file')
})

test('pages that are not attached yet survive a change of page, and neither log-out nor submission loses them', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close: () => {} }))
  app = await open('/about', {
    loggedIn: true,
    server: { profile: profileOf({ last_page: '/about', answer: visaHolder }), saveAnswers: saved },
  })
  const input = await until(() => control('#stopintl_copy input'))
  const files = [new File(['x'], 'front.png'), new File(['x'], 'back.png')]
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await until(() => expect(field()).toContain('2 pages for one document'))
  const step = (name: string) => control(`nav[aria-label="Steps of the application"] a[href="${name}"]`)
  step('/final-steps').click()
  const submit = await until(() => button('Submit'))
  submit.click()
  const words = 'A file is not attached yet. Attach it or remove it first, and then try again.'
  await until(() => expect(toasts().join()).toContain(words))
  step('/about').click()
  await until(() => expect(field()).toContain('back.png'))
  expect(app.callNames()).not.toContain('submit')
  vi.unstubAllGlobals()
})

describe('a tab that holds a document', () => {
  const diploma = { hs_record: { file_name: 'diploma.pdf', file_size: 84_000 } }
  const leave = async (saveTab: object) => {
    const answer = { ged_transfer: 'D', hs_record: 'ANSWERED' }
    app = await open('/education', {
      loggedIn: true,
      server: {
        profile: profileOf({ last_page: '/education', answer, document_answer: diploma }),
        saveTab,
      },
    })
    const tab = await until(() => control('[role=tab]', 'GED or HiSET documents'))
    await until(() => expect(document.body.textContent).toContain('diploma.pdf'))
    tab.click()
    await until(() => button('Switch').click())
  }
  const chosen = () => wordsOf(control('[role=tab][aria-selected=true]'))
  const sent = () => app.calls.filter(([name]) => name !== 'profile')

  const switched = ['saveTab', { tab_id: 'high-school-record', chosen_tab: 'ged-documents' }]

  test('changes the tab and deletes its document in one call', async () => {
    await leave({ message: 'Saved.', revision: 3, cleared: ['hs_record'] })
    await until(() => expect(chosen()).toBe('GED or HiSET documents'))
    expect(sent(), proves('4.tabs.4', '4.tabs.6')).toEqual([switched])
    control('[role=tab]', 'Diploma or transcript').click()
    await until(() => expect(chosen()).toBe('Diploma or transcript'))
    expect(document.body.textContent).not.toContain('diploma.pdf')
  })

  test('keeps the document when the change fails', async () => {
    await leave(refusing(500, { message: 'No.', code: 'unexpected' }))
    await until(() => expect(document.body.textContent).toContain('Error handling tabs for'))
    expect(chosen()).toBe('Diploma or transcript')
    expect(document.body.textContent).toContain('diploma.pdf')
    expect(sent(), proves('8.tabs.1')).toEqual([switched])
  })
})
