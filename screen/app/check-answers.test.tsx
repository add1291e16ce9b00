// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { veteran } from '../../form/testing/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, button, control, fill, open, profileOf, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)
let app: Awaited<ReturnType<typeof open>>
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

const opened = async (given: Readonly<Record<string, string | undefined>>, server = {}) => {
  const answer = Object.fromEntries(Object.entries(given).map(([key, value = '']) => [key, value]))
  const profile = profileOf({ last_page: '/final-steps', answer })
  app = await open('/final-steps', { loggedIn: true, server: { profile, ...server } })
  await until(() => control(`${REVIEW} dl`))
}
const REVIEW = '[data-section="check-your-answers"]'
const page = () => control(`${REVIEW} h3`).parentElement?.parentElement ?? document.body
const sections = () =>
  [...page().querySelectorAll('section')].map((section) => ({
    title: wordsOf(section.querySelector('h4')),
    rows: [...section.querySelectorAll('dl > div')].map((row) => [...row.children].map(wordsOf)),
  }))
const counts = () => wordsOf(page().firstElementChild)

test('what is missing comes first, then every answer stands open in a row with its own way to change it', async () => {
  await opened({ first_name: 'Maya', mailing_addr_same_as_perm_addr: 'true' })
  const [missing, name, ...others] = sections()
  expect(missing?.title).toBe('Still to complete')
  expect(missing?.rows[0]).toEqual(['Last Name', 'Not answered yet.', 'Answer Last Name'])
  expect(name).toEqual({ title: 'Name', rows: [['First Name', 'Maya', 'Change First Name']] })
  const same = 'My mailing address is the same as my permanent address'
  expect(others.flatMap(({ rows }) => rows)).toContainEqual([same, 'Checked', `Change ${same}`])
  expect(wordsOf(page())).not.toMatch(/\[X\]|\[ \]/)
  expect([...page().querySelectorAll('details')].map(({ open }) => open)).toEqual([false]) // what was left out
})

test('a change leads to its control, and back to its row afterwards, wherever that is then', async () => {
  await opened({ first_name: 'Maya' })
  control('a', 'Answer Last Name').click()
  await arrivesAt('/about#last_name')
  await until(() => expect(document.activeElement?.id).toBe('last_name'))
  await fill('last_name', 'Ortega')
  control('button', 'Back to your answers').click()
  await arrivesAt('/final-steps#last_name')
  await until(() => expect(wordsOf(document.activeElement)).toBe('Change Last Name'))
  control('a', 'Change Last Name').click()
  await arrivesAt('/about#last_name')
  await fill('last_name', '')
  control('button', 'Back to your answers').click()
  await until(() => expect(wordsOf(document.activeElement)).toBe('Answer Last Name'))
})

test('a missing part of an address leads back to the row of the address, which has it now', async () => {
  const { zip: _, ...address } = veteran.answer
  await opened(address)
  control('a', 'Answer Permanent address: ZIP code').click()
  await arrivesAt('/about#zip')
  await fill('zip', '59601')
  control('button', 'Back to your answers').click()
  await until(() => expect(wordsOf(document.activeElement)).toBe('Change Permanent address'))
})

test('a question that was left out leads back to where it is listed, which unfolds', async () => {
  await opened({ first_name: 'Maya' })
  control('a', 'Suffix').click()
  await until(() => control('button', 'Back to your answers').click())
  await until(() => expect(wordsOf(document.activeElement)).toBe('Suffix'))
  expect(document.activeElement?.closest('details')?.open).toBe(true)
})

test('only who came to change something is led back', async () => {
  await opened({ first_name: 'Maya' })
  control('header a[href="/about"], nav a[href="/about"]').click()
  await arrivesAt('/about')
  await until(() => control('#last_name'))
  expect(document.querySelector('form')?.textContent).not.toContain('Back to your answers')
})

test('questions left out are counted behind a line that unfolds', async () => {
  await opened({ first_name: 'Maya' })
  const folded = control(`${REVIEW} details`)
  const names = [...folded.querySelectorAll('a')].map((each) => [wordsOf(each), each.getAttribute('href')])
  expect(names).toContainEqual(['Middle Name', '/about#middle_name'])
  expect(wordsOf(folded.querySelector('summary'))).toBe(`Show ${names.length} unanswered questions`)
})

test('its counts say what is answered and what is left', async () => {
  await opened({ first_name: 'Maya', last_name: 'Ortega' })
  expect(counts()).toMatch(/^Personal Info ?3 answered, \d+ to complete$/)
  app.close()
  await opened(veteran.answer)
  expect(wordsOf(control(REVIEW))).toContain('Attended toI’m still enrolledChange Attended to, College 1')
  expect(wordsOf(control(REVIEW))).not.toMatch(/\[X\]|\[ \]/)
  expect(counts()).toMatch(/^Personal Info ?Nothing required is missing\. \d+ answered$/)
})

test('a draft of the PDF can be seen by who is logged in, and not by visitors, whose answers nobody else has', async () => {
  const location = { replace: vi.fn<(url: string) => void>() }
  vi.spyOn(window, 'open').mockReturnValue(Object.create({}, { location: { value: location } }))
  await opened({ first_name: 'Maya' }, { draftPdf: { url: '/documents/draft-pdf/x' } })
  button('See a draft of your PDF').click()
  await until(() => expect(location.replace).toHaveBeenCalledWith('/documents/draft-pdf/x'))
  app.close()
  app = await open('/final-steps', { loggedIn: false })
  await until(() => control(`${REVIEW} dl`))
  expect(wordsOf(control(REVIEW))).not.toContain('draft')
})
