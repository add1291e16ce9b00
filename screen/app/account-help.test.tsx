// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { errors } from '../../api/browser.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  describedBy,
  fill,
  open,
  place,
  profileOf,
  refusing,
  submitted,
  toasts,
  until,
  wordsOf,
} from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const AT = '2026-11-21T08:00:00.000Z'
const refused = (status: number, code: 'wrong_code' | 'wrong_password') => refusing(status, { ...errors[code], code })
const dialog = () => control('[role=dialog]')
const submit = () => control('[role=dialog] button[type=submit]').click()
const callsOf = (name: string) => app.calls.filter(([each]) => each === name).map(([, payload]) => payload)
async function openFromMenu(words: string, server: Parameters<typeof open>[1]) {
  app = await open('/about', { loggedIn: true, ...server })
  await until(() => control('form'))
  button('Account').click()
  await until(() => button(words).click())
  await until(() => dialog())
}

test('an email address is changed in two steps, and the menu has the new one', async () => {
  const pending = { pending: { username: 'new@mail.example', valid_until: AT } }
  await openFromMenu('Change email address', {
    server: { emailChange: { pending: null }, askEmailChange: refused(400, 'wrong_password') },
  })
  await until(() => control('#username'))
  expect(wordsOf(dialog())).toContain('You log in with maya.ortega@mail.example')
  await fill('username', 'new@mail.example')
  await fill('current_password', 'old')
  submit()
  await until(() => expect(toasts()).toEqual(['Email Error Your current password isn’t right.']))
  app.answers.askEmailChange = { message: 'Mailed.' }
  app.answers.emailChange = pending
  submit()
  await until(() => expect(wordsOf(dialog())).toContain('We emailed a 6-digit code to new@mail.example.'))
  await until(() => expect(document.activeElement?.id).toBe('code'))
  expect(describedBy(control('#code'))).toEqual([expect.stringMatching(/code to new@mail.example. It works until/)])

  app.answers.confirmEmailChange = refused(400, 'wrong_code')
  await fill('code', '111111')
  submit()
  await until(() => expect(wordsOf(dialog())).toContain(errors.wrong_code.message))
  app.answers.confirmEmailChange = { message: 'It was changed.', username: 'new@mail.example' }
  submit()
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await until(() => expect(toasts()).toEqual(['Success It was changed.']))
  expect(callsOf('askEmailChange').at(-1)).toEqual({ username: 'new@mail.example', current_password: 'old' })
  expect(callsOf('confirmEmailChange').at(-1)).toEqual({ code: '111111' })
  button('Account').click()
  await until(() => expect(wordsOf(dialog())).toContain('new@mail.example'))
  expect(place()).toBe('/about')
  // The answer is the person's own word.
  expect(callsOf('saveAnswers')).toEqual([])
})

test('a change that waits is found again, sent to another address, or given up', async () => {
  const pending = { pending: { username: 'new@mail.example', valid_until: AT } }
  await openFromMenu('Change email address', { server: { emailChange: pending } })
  await until(() => button('send a new code').click())
  await until(() => control('#username'))
  await fill('username', 'other@mail.example')
  await fill('current_password', 'old')
  app.answers.emailChange = { pending: { username: 'other@mail.example', valid_until: AT } }
  submit()
  await until(() => expect(wordsOf(dialog())).toContain('code to other@mail.example'))
  app.answers.cancelEmailChange = { message: 'It stays.' }
  button('Keep your old address').click()
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(callsOf('cancelEmailChange')).toHaveLength(1)
})

test('devices are listed, and one is logged out, then all others', async () => {
  const device = (id: string, browser: string, is_this = false) => ({
    id,
    browser,
    is_this,
    signed_in_at: AT,
    last_seen_at: AT,
  })
  const here = device('1', 'Firefox on Windows', true)
  const phone = device('2', 'Safari on iPhone')
  const library = device('3', 'Chrome on Windows')
  await openFromMenu('Your devices', { server: { devices: refusing(503, { ...errors.busy, code: 'busy' }) } })
  await until(() => expect(wordsOf(dialog())).toContain(errors.busy.message))
  app.answers.devices = { devices: [here, phone, library] }
  button('Try again').click()
  await until(() => expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(3))
  expect(wordsOf(control('[role=dialog] li'))).toMatch(/^Firefox on Windows This device ?Logged in .*2026/)
  expect(control('[role=dialog] li').querySelector('button')).toBeNull()

  app.answers.devices = { devices: [here, library] }
  control('[aria-label^="Log out Safari on iPhone"]').click()
  await until(() => expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(2))
  expect(app.calls.filter(([name]) => name === 'endDevice')).toHaveLength(1)
  // The button has gone, and the focus is not lost with it.
  await until(() => expect(document.activeElement).toBe(control('[role=dialog] ul')))
  app.answers.devices = { devices: [here] }
  button('Log out everywhere else').click()
  await until(() => expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(1))
  expect(wordsOf(dialog())).not.toContain('Log out everywhere else')
}, 40_000)

test('what was changed reads as on its page, page by page, without values that are sensitive', async () => {
  const change = (key: string, values: object | null, device = 'this') => ({ at: AT, key, device, values })
  await openFromMenu('What changed', {
    server: {
      answerChanges: {
        changes: [
          change('us_citizen', { before: '', after: 'Y' }),
          { ...change('country', { before: 'USA', after: 'NOR' }, 'another'), browser: 'Firefox on Windows' },
          change('city', { before: 'Butte', after: 'Lolo' }, 'another'),
          change('decision_essay', { before: '', after: 'a'.repeat(500) }, 'unknown'),
          change('college_transcript', { before: '', after: 'ANSWERED' }, 'server'),
          change('ssn', null),
        ],
        next: 'further',
      },
    },
  })
  await until(() => expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(6))
  const items = [...document.querySelectorAll('[role=dialog] li')].map(wordsOf)
  expect(items[0]).toMatch(/^Are you a citizen of the United States\?.* · this deviceNot answered → changed to Yes$/)
  expect(items[1]).toMatch(/^Country.* · another device \(Firefox on Windows\)United States.* → changed to Norway$/)
  expect(items[2]).toMatch(/ · another deviceButte → changed to Lolo$/)
  expect(items[3]).toMatch(/2026 at [^·]* MSTNot answered → changed to a{160}…$/)
  expect(items[4]).toMatch(/ · our serverNot answered → changed to Document attached$/)
  expect(items[5]).toMatch(/^Social Security number.*Changed\. We don’t show this answer here\.$/)
  app.answers.answerChanges = { changes: [change('first_name', { before: '', after: 'Maya' })], next: null }
  button('Show earlier changes').click()
  await until(() => expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(7))
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Show Earlier')
  expect(String(callsOf('answerChanges').at(-1))).toMatch(/device=[a-z0-9]{16}&before=further/)
})

test('what was changed has the labels that the page has for the present answers', async () => {
  const change = (key: string, after: string) => ({ at: AT, key, device: 'this', values: { before: '', after } })
  const changes = [change('address_line_2', 'Inngang B'), change('zip', '0150'), change('mailing_address_line_2', '4')]
  const profile = profileOf({ answer: { country: 'NOR' } })
  await openFromMenu('What changed', { server: { profile, answerChanges: { changes, next: null } } })
  await until(() => expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(3))
  const labels = [...document.querySelectorAll('[role=dialog] li p:first-child')].map(wordsOf)
  expect(labels).toEqual(['Address line 2', 'Postal code', 'Apt. #'])
})

test('nothing changes in an application that is submitted', async () => {
  app = await open('/completion', { loggedIn: true, server: { profile: profileOf(submitted) } })
  await arrivesAt('/completion')
  button('Account').click()
  await until(() => button('Your devices'))
  expect(wordsOf(dialog())).not.toContain('What changed')
})

test('Your data shows who can read what, and who did, once it is asked for', async () => {
  const part = {
    title: 'Conduct',
    sections: ['Conduct and certification'],
    staff: ['processors'],
    systems: [],
    note: '',
  }
  const readers = [{ at: AT, who: 'Staff: processor', what: 'Read your answers' }]
  const whoReads = { is_submitted: true, parts: [part], told: ['crm'], readers, earlier: 3 }
  await openFromMenu('Your data', { server: { whoReads } })
  await until(() => button('Show who can read this'))
  expect(callsOf('whoReads')).toEqual([])
  button('Show who can read this').click()
  await until(() => expect(wordsOf(dialog())).toContain('Read your answers'))
  expect(wordsOf(dialog())).toMatch(
    /Conduct ?Asked under Conduct and certification ?Staff: processors ?Other systems: none.*without your answers: crm.*Staff: processor · November 21, 2026.*3 earlier ones/,
  )
})

test('before an application is submitted, “Who can read this?” says so', async () => {
  const whoReads = { is_submitted: false, parts: [], told: [], readers: [], earlier: 0 }
  await openFromMenu('Your data', { server: { whoReads } })
  await until(() => button('Show who can read this').click())
  await until(() => expect(wordsOf(dialog())).toContain('Nobody has opened your application yet.'))
  expect(wordsOf(dialog())).toContain('no other system gets anything')
})

test.each([
  ['Your data', 'heldData', 'Download my data'],
  ['Your data', 'whoReads', 'Show who can read this'],
  ['Your data', 'deleteAccount', 'Delete everything'],
  ['Change password', 'changePassword', 'Submit'],
])('a session that has ended leads to /login from what is pressed in a dialog: %s, %s', async (dialog, name, press) => {
  await openFromMenu(dialog, { server: { [name]: refusing(401, { ...errors.unauthorized, code: 'unauthorized' }) } })
  for (const id of ['current_password', 'password', 'confirm_password'])
    if (document.querySelector(`[role=dialog] #${id}`)) await fill(id, 'Larch-and-snow 2028')
  await until(() => button(press).click())
  await arrivesAt('/login')
  await until(() => expect(wordsOf(control('main'))).toContain(errors.unauthorized.message))
})
