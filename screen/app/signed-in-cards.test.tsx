// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../api/browser.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, button, control, fill, open, place, refusing, toasts, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const GOOD = 'Larch-and-snow 2027'
const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('form'))
}
const replying = (message: string) => ({ message })
const messagesOf = (key: string) => wordsOf(document.getElementById(`${key}-error`))
const fillAll = async (answers: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(answers)) await fill(key, value)
}

const LOGGED_IN = 'You’re logged in'

describe('a person who is logged in', () => {
  /** Longer than the second after which the page checks what other tabs have done. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 1500))

  test.each(['/login', '/signup', '/confirm', '/forgot'])(
    'on %s reads as whom, and goes on or out',
    async (address) => {
      app = await open(address, { loggedIn: true })
      await until(() => expect(wordsOf(control('h1'))).toBe(LOGGED_IN))
      expect(wordsOf(control('main'))).toContain('You’re logged in as maya.ortega@mail.example.')
      await settled()
      expect(place()).toBe(address)
      button('Go to your application').click()
      await arrivesAt('/about')
    },
  )

  test('logs out on such a card, and has the card', async () => {
    app = await open('/signup', { loggedIn: true })
    await until(() => button('Log out').click())
    await arrivesAt('/login')
    await until(() => expect(toasts()).toEqual(['Success You have been logged out.']))
  })

  test('can still use the link of a mail, and reads the result on /login', async () => {
    await opened('/reset?username=maya%40mail.example&id=abc', {
      loggedIn: true,
      server: { resetPassword: replying('Changed.') },
    })
    await settled()
    expect(place()).toBe('/reset?username=maya%40mail.example')
    await fillAll({ password: GOOD, confirm_password: GOOD })
    button('Submit').click()
    await until(() => expect(place()).toBe('/login'))
    await until(() => expect(toasts()).toEqual(['Success Changed.']))
    await until(() => expect(wordsOf(control('h1'))).toBe(LOGGED_IN))
  })

  test('changes the password from the menu, without leaving the page', async () => {
    const wrong = refusing(400, { ...errors.wrong_password, code: 'wrong_password' })
    await opened('/about', { loggedIn: true, server: { changePassword: wrong } })
    button('Account').click()
    await until(() => button('Change password').click())
    await until(() => control('#current_password'))
    const submit = () => control('[role=dialog] button[type=submit]').click()
    submit()
    await until(() => expect(messagesOf('current_password')).toContain('Current password is required.'))
    await fillAll({ current_password: 'old', password: GOOD, confirm_password: GOOD })
    submit()
    await until(() => expect(toasts()).toEqual(['Password Error Your current password isn’t right.']))
    app.answers.changePassword = replying('Your password was changed.')
    submit()
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    await until(() => expect(toasts()).toEqual(['Success Your password was changed.']))
    expect(app.calls.filter(([name]) => name === 'changePassword').at(-1)).toEqual([
      'changePassword',
      { current_password: 'old', password: GOOD, confirm_password: GOOD },
    ])
    expect(place()).toBe('/about')
  })
})
