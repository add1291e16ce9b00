// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, control, open, until } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const panel = () => [...document.querySelectorAll('details')].find((each) => /^Before you start/.test(each.textContent))
const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('#first_name'))
}

test('behind one line, a visitor reads what is needed, how long it takes, when an account is and until when to apply', async () => {
  await opened('/about')
  expect(panel()?.open).toBe(false)
  // 2.navigation.15 and 6.anonymous.4: with an answer given, the next page is behind the account.
  expect(panel()?.textContent).toMatch(
    /30 minutes.*schools.*next page, we’ll ask you to create an account.*Apply by May\u00a01 .* November\u00a015 /s,
  )
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
