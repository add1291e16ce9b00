// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, button, control, open, type, until } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const panel = () => [...document.querySelectorAll('p')].find(({ textContent }) => textContent === 'Before you start')
const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('#first_name'))
}

test('a visitor reads what is needed, how long it takes and until when to apply, and nothing moves while typing', async () => {
  await opened('/about')
  expect(panel()?.parentElement?.textContent).toMatch(/schools.*30 minutes.*Apply by May\u00a01 .* November\u00a015 /s)
  await type('first_name', 'M')
  expect(panel()).toBeDefined()
})

test('it can be hidden, and stays hidden', async () => {
  await opened('/about')
  button('Hide this').click()
  await until(() => expect(panel()).toBeUndefined())
})

test('it is on the first page only', async () => {
  await opened('/about')
  control('nav li:nth-child(2) a').click()
  await arrivesAt('/education')
  expect(panel()).toBeUndefined()
})

test('it is not shown to a person who is logged in', async () => {
  await opened('/about', { loggedIn: true })
  expect(panel()).toBeUndefined()
})
