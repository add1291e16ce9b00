// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { application, expectAccessible, openDesk, press, refused, until, words } from './desk-for-test.tsx'

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

test('an erasure is confirmed only after a question, by its name', async () => {
  desk = await openDesk('/staff/erasures', {
    role: 'administrator',
    replies: { confirmErasure: { message: 'The application was erased.' } },
  })
  await until(() => expect(words('main')).toContain('She asks.'))
  await press('Erase the application of Núñez, Sofía')
  await until(() => expect(words('[role=dialog]')).toContain('Erase the application of Núñez, Sofía?'))
  expect(desk.calls.map(([name]) => name)).not.toContain('confirmErasure')
  await press('Erase it')
  await until(() => expect(words('[role=status]')).toContain('The application was erased.'))
  expect(desk.calls.find(([name]) => name === 'confirmErasure')?.[2]).toContain('a-1')
  await expectAccessible()
})

test('an old sign-in is told, with the way to a fresh one', async () => {
  const old = refused(403, 'old_sign_in', 'Please sign in again.')
  desk = await openDesk('/staff/erasures', {
    role: 'administrator',
    hasProvider: true,
    replies: { confirmErasure: old },
  })
  await until(() => expect(words('main')).toContain('She asks.'))
  await press('Erase the application of Núñez, Sofía')
  await press('Erase it')
  await until(() => expect(words('[role=alert]')).toContain('Please sign in again.'))
  expect(document.querySelector('[role=alert] a')?.getAttribute('href')).toContain('fresh=1')
})

test.each([
  ['asked for', { erasure: { by: 'June Hale', at: application.started_at, reason: 'She asks.' } }, 'To be erased'],
  ['on hold', { hold: { by: 'Ada Moss', at: application.started_at, reason: 'A dispute.' } }, 'On hold'],
])('an application %s says so, by whom and why', async (_, state, title) => {
  desk = await openDesk('/staff/application?id=a-1', { replies: { readApplication: { ...application, ...state } } })
  await until(() => expect(words('main')).toContain(title))
  expect(words('main')).toMatch(/She asks\.|A dispute\./)
  expect(words('main')).not.toContain('Ask to erase it')
  await expectAccessible()
})

test('who reads only is not offered to erase', async () => {
  desk = await openDesk('/staff/application?id=a-1', { role: 'viewer' })
  await until(() => expect(words('main')).toContain('Called.'))
  expect(words('main')).not.toContain('erase')
})
