// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { english } from '../../engine/index.ts'
import { speak } from '../client/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  describedBy,
  fill,
  link,
  open,
  refusing,
  toasts,
  until,
  wordsOf,
} from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const EMAIL = 'maya.ortega@mail.example'
const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('form'))
}
const fillAll = async (answers: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(answers)) await fill(key, value)
}

describe('what the server refuses is shown in the card, at the answers at fault', () => {
  test.each([
    ['/login', { username: EMAIL, password: 'no' }, 'login', 'wrong_credentials', ['username', 'password']],
    ['/confirm', { username: EMAIL, code: '123456' }, 'confirm', 'wrong_code', ['code']],
    ['/confirm', { username: EMAIL, code: '123456' }, 'confirm', 'expired_code', ['code']],
    ['/forgot', { username: EMAIL }, 'forgotPassword', 'busy', []],
  ] as const)('on %s, %j to %s is refused as %s, at %j', async (address, answers, call, code, keys) => {
    await opened(address, { server: { [call]: refusing(400, { message: 'No.', code }) } })
    await fillAll(answers)
    button('Submit').click()
    await until(() => expect(wordsOf(control('form'))).toContain('No.'))
    for (const key of Object.keys(answers)) {
      const isAtFault = keys.some((each) => each === key)
      expect(control(`#${key}`).getAttribute('aria-invalid'), key).toBe(isAtFault ? 'true' : null)
      expect(describedBy(control(`#${key}`)), key).toEqual(isAtFault ? ['No.'] : [])
    }
    const notice = control('form div', 'No.')
    expect(notice.closest('[role], [aria-live]'), 'the toast has read it aloud').toBeNull()
    app.answers[call] = () => new Promise<object>(() => {})
    button('Submit').click()
    await until(() => expect(wordsOf(control('form'))).not.toContain('No.'))
    expect(control('form').querySelector('[aria-invalid]')).toBeNull()
  })

  test('a person who has not entered the code yet finds the way to it', async () => {
    await opened('/login', { server: { login: refusing(403, { message: 'Not yet.', code: 'not_confirmed' }) } })
    await fillAll({ username: EMAIL, password: 'any' })
    button('Submit').click()
    await until(() => link('Enter your code').click())
    await arrivesAt('/confirm')
    expect(control('#username')).toHaveProperty('value', EMAIL)
  })

  test('and follows a change of the language, as its toast does; what cannot be said again says in which it is', async () => {
    const [message, spanish] = ['The code is wrong.', 'El código es incorrecto.']
    await opened('/login', { server: { login: refusing(400, { message, code: 'wrong_credentials' }) } })
    await fillAll({ username: EMAIL, password: 'no' })
    button('Submit').click()
    await until(() => expect(toasts()).toEqual([`Login Card Error ${message}`]))
    const texts = {
      [message]: spanish,
      'Login Card Error': 'Error al iniciar sesión',
      'Error Notification': 'Error, Notification',
    }
    const notice = () => control('form div[id] p')
    await act(async () => speak({ language: 'es', texts }))
    await until(() => expect(toasts()).toEqual([`Error al iniciar sesión ${spanish}`]))
    expect(notice().textContent).toBe(spanish)
    expect(document.querySelector('li[aria-label]')?.getAttribute('aria-label')).toBe('Error, Notification')
    expect(document.querySelector('li [lang], form [lang]')).toBeNull()
    await act(async () => speak({ language: 'es', texts: { 'Login Card Error': 'Error al iniciar sesión' } }))
    await until(() => expect(toasts()).toEqual([`Error al iniciar sesión ${message}`]))
    expect(notice().querySelector('[lang=en]')?.textContent).toBe(message)
    expect(document.querySelector('li [lang=en]')?.textContent).toBe(message)
    await act(async () => speak(english))
    await until(() => expect(toasts()).toEqual([`Login Card Error ${message}`]))
  })
})
