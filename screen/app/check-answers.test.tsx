// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { veteran } from '../../form/testing/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, control, open, profileOf, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)
let app: Awaited<ReturnType<typeof open>>
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

const opened = async (given: Readonly<Record<string, string | undefined>>, isWide = true) => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query)
    return query === '(width >= 900px)' ? Object.defineProperty(list, 'matches', { value: isWide }) : list
  })
  const answer = Object.fromEntries(Object.entries(given).map(([key, value = '']) => [key, value]))
  const profile = profileOf({ last_page: '/final-steps', answer })
  app = await open('/final-steps', { loggedIn: true, server: { profile } })
  await until(() => control('[data-section="check-your-answers"] details'))
}
const pages = () =>
  [...document.querySelectorAll<HTMLDetailsElement>('[data-section="check-your-answers"] .page, details')].filter(
    (each) => each.querySelector('h3'),
  )
const rows = () =>
  [...(pages()[0]?.querySelectorAll('dl > div') ?? [])].map((row) => [
    wordsOf(row.querySelector('dt')),
    wordsOf(row.querySelector('dd')),
  ])

test('what is missing is shown in its place with a link to the question, and nothing optional', async () => {
  await opened({ first_name: 'Maya', mailing_addr_same_as_perm_addr: 'true' })
  expect(rows().slice(0, 2)).toEqual([
    ['First Name', 'Maya'],
    ['Last Name', 'Not answered yet. Answer Last Name'],
  ])
  expect(rows()).toContainEqual(['My mailing address is the same as my permanent address', 'Checked'])
  expect(rows().map(([label]) => label)).not.toContain('Middle Name')
  expect(wordsOf(document.body)).not.toMatch(/\[X\]|\[ \]/)
  control('a', 'Answer Last Name').click()
  await arrivesAt('/about#last_name')
  await until(() => expect(document.activeElement?.id).toBe('last_name'))
})

test('questions left out are counted behind a line that unfolds', async () => {
  await opened({ first_name: 'Maya' })
  const folded = control('details details')
  expect(folded.hasAttribute('open')).toBe(false)
  const names = [...folded.querySelectorAll('a')].map((each) => [wordsOf(each), each.getAttribute('href')])
  expect(names).toContainEqual(['Middle Name', '/about#middle_name'])
  expect(wordsOf(folded.querySelector('summary'))).toBe(`Show ${names.length} unanswered questions`)
})

test.each([
  ['open on wide screens', true],
  ['closed on narrow ones', false],
])('the pages are %s', async (_, isWide) => {
  await opened({ first_name: 'Maya' }, isWide)
  expect(pages().map((page) => page.open)).toEqual([isWide, isWide])
})

test('its counts say what is answered and what is left', async () => {
  await opened({ first_name: 'Maya', last_name: 'Ortega' })
  expect(wordsOf(pages()[0]?.querySelector('summary') ?? null)).toMatch(/^Personal Info3 answered, \d+ to complete$/)
  app.close()
  await opened(veteran.answer)
  expect(wordsOf(pages()[0]?.querySelector('summary') ?? null)).toMatch(
    /^Personal InfoNothing required is missing\. \d+ answered$/,
  )
})
