// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest'
import { createRouter } from '../router/index.ts'
import { createHistoryScrubber } from './address-and-history.ts'

const texts = new Map<string, string>()
const storage = {
  getItem: (name: string) => texts.get(name) ?? null,
  setItem: (name: string, text: string) => void texts.set(name, text),
}
const storedState = () => window.history.state?.usr

test('the history keeps no passed answers, and no data of a person who has left', async () => {
  window.history.replaceState({ usr: { username: 'of another person' }, key: 'a', idx: 0, person: '7' }, '', '/confirm')
  const history = createHistoryScrubber(storage)
  const router = createRouter([{ path: '*' }])
  history.watch(router)
  await router.start()
  expect(router.get().location.state).toBeNull()

  await router.navigate('/login', { state: { answers: { first_name: 'Maya' }, username: 'maya@mail.example' } })
  expect(router.get().location.state).toMatchObject({ answers: { first_name: 'Maya' } }) // the page has the answers
  expect(storedState()).toEqual({ username: 'maya@mail.example' }) // the history does not have them

  history.forgetPerson()
  await router.navigate('/about', { state: { successMessage: 'Bye.' } })
  expect(storedState()).toEqual({ successMessage: 'Bye.' })
  await router.navigate(-1)
  await vi.waitFor(() => expect(router.get().location.pathname).toBe('/login'))
  expect(storedState()).toBeNull()
  expect(router.get().location.state).toBeNull()
  router.dispose()
})
