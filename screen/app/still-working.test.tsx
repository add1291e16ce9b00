// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, button, control, open, place, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const MINUTE = 60_000
const wasActive = (minutes: number) =>
  window.localStorage.setItem('causeway.active', String(Date.now() - minutes * MINUTE))
const opened = async (loggedIn: boolean) => {
  app = await open('/about', { loggedIn })
  await until(() => control('form'))
}
const isAsked = () => document.querySelector('[role=dialog]') !== null

test('a person who has been idle for 14 minutes is asked, may stay, and is logged out after 15', async () => {
  await opened(true)
  wasActive(14)
  await until(() => expect(wordsOf(control('[role=dialog] h2')), proves('4.idle.2')).toBe('Still working?'))
  expect(wordsOf(control('[role=timer]')), proves('4.idle.2')).toMatch(/^(5\d|60) seconds left$/)
  expect([...document.querySelectorAll('[role=dialog] button')].map(wordsOf), proves('4.idle.3')).toEqual(
    expect.arrayContaining(['Stay logged in', 'Log out']),
  )
  button('Stay logged in').click()
  await until(() => expect(isAsked()).toBe(false))
  const rest = Date.now() - Number(window.localStorage.getItem('causeway.active'))
  expect(rest, proves('4.idle.4')).toBeLessThan(MINUTE)

  wasActive(15)
  window.dispatchEvent(new Event('keydown'))
  proves('4.idle.6')
  await arrivesAt('/login')
  await until(() =>
    expect(wordsOf(control('[role=alert]')), proves('4.idle.5', '8.inactivity.1')).toBe(
      'You have been automatically logged out due to inactivity.',
    ),
  )
  expect(app.callNames(), proves('4.idle.5', '1.inactivity.1')).toContain('logout')
})

test('a person who is not logged in is neither asked nor logged out', async () => {
  await opened(false)
  wasActive(14)
  await new Promise((resolve) => setTimeout(resolve, 1500)) // the monitor starts a second after the page
  window.dispatchEvent(new Event('focus'))
  expect(isAsked(), proves('4.idle.1', '4.idle.7')).toBe(false)
  wasActive(20)
  window.dispatchEvent(new Event('keydown'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([place(), app.callNames()], proves('4.idle.1', '4.idle.7')).toEqual(['/about', []])
})
