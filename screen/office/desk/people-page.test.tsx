// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { expectAccessible, named, openDesk, press, refused, until, words } from './desk-for-test.tsx'

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

test('an access is ended only once that is confirmed, and what came of it is said', async () => {
  let isOther = true
  desk = await openDesk('/staff/people', {
    role: 'administrator',
    replies: {
      endStaff: () =>
        isOther
          ? refused(404, 'no_person', 'There is no such person.')
          : { message: 'June Hale can no longer sign in.' },
    },
  })
  const button = await until(() => named('button', 'End access of June Hale'))
  expect(words('main')).not.toContain('End access of Ben Ruiz')
  button.focus()
  await press('End access of June Hale')
  await until(() => expect(words('[role=dialog]')).toContain('End the access of June Hale?'))
  expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true)
  await expectAccessible()
  await press('Cancel', '[role=dialog] button')
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(desk.bodiesOf('endStaff')).toEqual([])
  await until(() => expect(document.activeElement).toBe(button))
  for (const [said, role] of [
    ['There is no such person.', 'alert'],
    ['June Hale can no longer sign in.', 'status'],
  ] as const) {
    await press('End access of June Hale')
    await press('End access', '[role=dialog] button')
    await until(() => expect(words(`main [role=${role}]`)).toContain(said))
    isOther = false
  }
  expect(desk.calls.filter(([name]) => name === 'endStaff').map(([, , path]) => path)).toEqual([
    '/staff/api/people/1/end',
    '/staff/api/people/1/end',
  ])
})
