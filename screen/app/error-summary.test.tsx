// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { domestic } from '../../form/testing/index.ts'
import { proves } from '../../testing/proves.ts'
import { pageData } from '../client/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  fill,
  link,
  open,
  place,
  profileOf,
  refusing,
  toasts,
  until,
  wordsOf,
} from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const status = (...names: readonly ('started' | 'validating')[]) =>
  names.map((web_status) => ({ web_status, at: '2026-11-21T08:00:00.000Z' }))
const complete = Object.fromEntries(Object.entries(domestic.answer).map(([key, value = '']) => [key, value]))
const opened = async (address: string, profile: Parameters<typeof profileOf>[0] = {}, server = {}) => {
  const [path = ''] = address.split('#')
  app = await open(address, {
    loggedIn: true,
    server: {
      profile: profileOf({ last_page: path, web_status: status('started', 'validating'), ...profile }),
      ...server,
    },
  })
  await until(() => control('form'))
}
const summary = () => document.getElementById('missing-information')
const groups = () => [...(summary()?.querySelectorAll('h3') ?? [])].map(wordsOf)
const focused = () => document.activeElement?.closest('[id]')?.id

describe('the error summary', () => {
  test.each(['/about', '/education', '/final-steps'])('is on %s while validating with errors', async (address) => {
    await opened(address)
    await until(() => expect(summary(), proves('2.summary.6', '2.routes.18')).not.toBeNull())
  })

  test.each([
    ['while validating without errors', status('started', 'validating'), complete],
    ['before validating', status('started'), {}],
  ])('is not shown %s', async (_, web_status, answer) => {
    await opened('/about', { web_status, answer })
    await new Promise((resolve) => setTimeout(resolve, 100)) // enough time to appear
    expect(summary(), proves('2.summary.6')).toBeNull()
  })
})

test('the title of each page begins with “Error:” while it is there, and not once nothing is missing', async () => {
  const { register: _, first_name: __, ...answer } = complete
  await opened('/final-steps', { answer })
  const { document_title } = pageData().institution
  await until(() => expect(document.title).toBe(`Error: Submit | ${document_title}`))
  control('#missing-information a[href="/about#first_name"]').click()
  await until(() => expect(document.title).toBe(`Error: Personal Info | ${document_title}`))
  await fill('first_name', 'Maya')
  control('#missing-information a[href="/final-steps#register"]').click()
  await until(() => control('#register input[value="N"]')).then((radio) => radio.click())
  await until(() => expect(document.title).toBe(`Submit | ${document_title}`))
})

test('the summary groups what is missing by page, with counts, and takes the focus', async () => {
  const { register: _, first_name: __, ...answer } = complete
  await opened('/education', { answer })
  expect(wordsOf(summary()?.querySelector('h2') ?? null), proves('2.summary.1')).toBe(
    'We are missing some information!',
  )
  expect(groups()).toEqual(['Personal Info 1 to complete', 'Submit 1 to complete'])
  const links = [...(summary()?.querySelectorAll('a') ?? [])].map((each) => each.getAttribute('href'))
  expect(links, proves('2.summary.3', '2.summary.4')).toEqual(['/about#first_name', '/final-steps#register'])
  await until(() => expect(document.activeElement).toBe(summary()))
})

test('the summary updates while answers are typed, and disappears with the last problem', async () => {
  const { last_name: _, first_name: __, ...answer } = complete
  await opened('/about', { answer })
  expect(groups()).toEqual(['Personal Info 2 to complete'])
  await fill('first_name', 'Maya')
  await until(() => expect(groups(), proves('4.status.15')).toEqual(['Personal Info 1 to complete']))
  await fill('last_name', 'Ortega')
  await until(() => expect(summary()).toBeNull())
})

test('each field of the page shows what is wrong with it, a dropdown too', async () => {
  await opened('/about', { answer: { degree_nondegree: 'DS' } })
  const links = [...(summary()?.querySelectorAll('a[href^="/about#"]') ?? [])]
  const listed = links.map((each) => [each.getAttribute('href')?.split('#')[1] ?? '', wordsOf(each)] as const)
  expect(listed.map(([key]) => key)).toEqual(expect.arrayContaining(['first_name', 'birth_date', 'applied_major']))
  for (const [key, message] of listed) {
    const own = await until(() => control(`[id="${key}-error"]`))
    expect(wordsOf(own), proves('4.status.14')).toContain(message)
  }
  for (const dropdown of ['select[id=entry_term]', '[role=combobox][id=country]']) {
    expect(control(dropdown).getAttribute('aria-invalid'), proves('5.when.5')).toBe('true')
  }
  expect(control('[id="degree_nondegree"]').getAttribute('aria-invalid')).toBeNull()
  expect(document.getElementById('degree_nondegree-error')).toBeNull()
  expect(wordsOf(document.getElementById('applied_major-error'))).toContain(
    'Please indicate your area of academic interest.',
  )
})

describe('a link scrolls to its field, which takes the focus', () => {
  const scrolls = () => vi.spyOn(Element.prototype, 'scrollIntoView').mock.contexts
  const tooLong = 'x'.repeat(500)
  test.each([
    ['on this page', '/about', { first_name: '' }, '/about#first_name', 'first_name'],
    ['on another page, a group of radios', '/about', { register: '' }, '/final-steps#register', 'register-N'],
    ['in an added entry', '/about', { college_3_name: tooLong }, '/education#college_3_name', 'college_3_name'],
    [
      'that a tick shows',
      '/education',
      { mailing_addr_same_as_perm_addr: '', mailing_city: tooLong },
      '/about#mailing_city',
      'mailing_city',
    ],
  ])('%s', async (_, address, change, target, key) => {
    const scrolled = scrolls()
    await opened(address, { answer: { ...complete, ...change } })
    control(`a[href="${target}"]`).click()
    await until(() => expect(place()).toBe(target))
    await until(() => expect(focused()).toBe(key))
    expect(scrolled, proves('2.summary.5')).toContain(document.activeElement)
  })

  test.each([
    ['a question', '/about#city', {}, 'city'],
    ['a date', '/about#birth_date', {}, 'birth_date'],
    ['an added entry', '/education#college_2_name', { answer: { college_2_name: 'Second' } }, 'college_2_name'],
  ])('also when the page is loaded at %s', async (_, address, profile, key) => {
    const scrolled = scrolls()
    await opened(address, profile)
    await until(() => expect(focused()).toBe(key))
    expect(scrolled, proves('2.summary.5')).toContain(document.activeElement)
  })

  test.each([
    [
      'in a tab that is not chosen is led to that tab',
      '/education#ged_record',
      { ged_transfer: 'D' },
      'GED or HiSET documents',
    ],
    [
      'in an entry that is not added to the button that adds one',
      '/education#college_2_name',
      {},
      'Add another college',
    ],
    [
      'behind a confirmation to its button',
      '/about#visa_type',
      { us_citizen: 'N', perm_resident: 'N' },
      'I understand, continue',
    ],
  ])('a question %s', async (_, address, answer, words) => {
    await opened(address, { answer })
    await until(() => expect(wordsOf(document.activeElement)).toBe(words))
  })

  test.each(['#', '#%', '#%E0%A4%A', '#"]', '#constructor'])('%s leads nowhere', async (hash) => {
    await opened(`/about${hash}`)
    expect(control('#first_name')).toBeTruthy()
    expect(app.report).not.toHaveBeenCalled()
  })
})

describe('Submit', () => {
  const receipt = { message: 'Received.', reference: 'ABCD-2345', submitted_at: '2026-11-21T08:05:00.000Z', version: 1 }
  const submit = async (server = {}, answer = complete) => {
    await opened('/final-steps', { answer, web_status: status('started') }, server)
    button('Submit').click()
  }

  test('leads to the receipt', async () => {
    await submit({ submit: receipt })
    proves('4.status.10', '4.status.11') // with any other status, /completion leads back to the form
    await arrivesAt('/completion')
    await until(() =>
      expect(toasts(), proves('4.status.12')).toEqual(['Success Your application was successfully submitted.']),
    )
    expect(app.callNames().filter((name) => !['profile', 'pdfStatus', 'ownApplications'].includes(name))).toEqual([
      'saveWebStatus',
      'submit',
    ])
  })

  test.each([
    [null, '/final-steps'],
    ['/about', '/about'],
  ] as const)(
    'with answers missing and the route %s configured leads to %s, at the summary',
    async (route, expected) => {
      const { institution } = pageData()
      Reflect.set(institution, 'route_after_failed_submit', route)
      await submit({}, { first_name: 'Maya' })
      proves('4.status.13')
      await arrivesAt(expected)
      await until(() => expect(document.activeElement, proves('4.status.15')).toBe(summary()))
      expect(app.callNames()).not.toContain('submit')
      Reflect.set(institution, 'route_after_failed_submit', null)
    },
  )

  test('shows the problems that the server finds, each until its answer changes', async () => {
    const problems = [
      { page: 'about', key: 'first_name', message: 'First Name' },
      { page: 'education', key: 'ged_record', message: 'A copy' },
    ]
    await submit({
      submit: refusing(422, { message: 'We are missing some information!', code: 'incomplete', problems }),
    })
    await until(() => expect(groups()).toEqual(['Personal Info 1 to complete', 'Academic History 1 to complete']))
    link('First Name').click()
    await arrivesAt('/about#first_name')
    await fill('first_name', 'Maja')
    await until(() => expect(groups()).toEqual(['Academic History 1 to complete']))
  })
})
