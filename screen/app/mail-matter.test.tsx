// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '../../api/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  fill,
  open,
  place,
  profileOf,
  refusing,
  saved,
  submitted,
  until,
  wordsOf,
} from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

const HERE = '3f0c0000-0000-4000-8000-000000000001'
const OTHER = '3f0c0000-0000-4000-8000-000000000002'
const ITEM = 'causeway.matter'
const asked: Profile['requests'][number] = {
  ...{ key: 'request_7', title: 'Spring grades', reason: 'We need them.', until: '2026-12-16T07:00:00.000Z' },
  ...{ state: 'waiting', answered_at: null, file_name: null },
}
const draftHere = profileOf({ application_id: HERE, last_page: '/education' })
const signedHere = profileOf({ ...submitted, application_id: HERE, requests: [asked] })
const signedOther = profileOf({ ...submitted, account_id: `a-1.${OTHER}`, application_id: OTHER, requests: [asked] })

let app: Awaited<ReturnType<typeof open>>
let assign: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
})
afterEach(() => app.close())

const logIn = async () => {
  await fill('username', 'maya@mail.example')
  await fill('password', 'any')
  control('form button[type=submit]').click()
}
const follow = async (address: string, server: Parameters<typeof open>[1], how: string) => {
  app = await open(address, { ...server, loggedIn: how === 'logged in' })
  if (how === 'logs in') await logIn()
}
const opened = () => app.calls.flatMap(([name, body]) => (name === 'openApplication' ? [body] : []))
const news = () => until(() => wordsOf(control('[role=alert]')))
const keeps = () => window.sessionStorage.getItem(ITEM)

describe.each(['logs in', 'logged in'])('the link of a mail, for somebody who %s', (how) => {
  test('leads to the document that the current application is asked for', async () => {
    await follow(`/login?application=${HERE}&request=request_7`, { server: { profile: signedHere } }, how)
    await arrivesAt('/completion#request_7')
    expect([opened(), keeps()]).toEqual([[], null])
  })

  test('leads to the first question that a draft has left, whatever its last page, and to the receipt of what is signed', async () => {
    await follow(`/login?application=${HERE}`, { server: { profile: draftHere } }, how)
    await arrivesAt('/about#first_name')
    await until(() => expect(document.activeElement?.id).toBe('first_name'))
    await app.close()
    await follow(`/Login/?application=${HERE}`, { server: { profile: signedHere } }, how)
    await arrivesAt('/completion')
    expect(opened()).toEqual([])
  })

  test('opens another application of the account before anything of a signed one is shown', async () => {
    const profile = () => (opened().length === 0 ? signedHere : signedOther)
    await follow(`/login?application=${OTHER}&request=request_7`, { server: { profile } }, how)
    await arrivesAt('/completion#request_7')
    expect([opened(), keeps(), assign.mock.calls]).toEqual([[{ id: OTHER }], null, []])
  })

  test('reads everything again, if the one that was open is a draft', async () => {
    await follow(`/login?application=${OTHER}&request=request_7`, { server: { profile: draftHere } }, how)
    await until(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
    expect([opened(), JSON.parse(keeps() ?? '')]).toEqual([
      [{ id: OTHER }],
      { application: OTHER, request: 'request_7', isOpened: true },
    ])
  })

  test.each([draftHere, signedHere])(
    'says the same of what is another account’s, erased or invented',
    async (profile) => {
      const openApplication = refusing(404, { code: 'not_found', message: 'There is nothing here.' })
      await follow(`/login?application=${OTHER}`, { server: { profile, openApplication } }, how)
      expect(await news()).toMatch(/^This account can’t open the application .* follow the link again\./)
      expect([keeps(), assign.mock.calls]).toEqual([null, []])
      button('Close').click()
      await until(() => expect(document.querySelector('[role=alert]')).toBeNull())
    },
  )

  test.each([
    ['answered', 'We already have the document that the email asks for: Spring grades.'],
    ['ended', 'We no longer need the document that the email asks for: Spring grades.'],
  ] as const)('says when a document is %s', async (state, words) => {
    const profile = { ...signedHere, requests: [{ ...asked, state }] }
    await follow(`/login?application=${HERE}&request=request_7`, { server: { profile } }, how)
    await arrivesAt('/completion')
    expect(await news()).toContain(words)
  })
})

test.each([
  '?application=1&request=request_7',
  '?request=request_7',
  `?application=${OTHER}%27--`,
  '?application=',
  `?application=${'9'.repeat(90)}`,
])('what no mail says is taken out of the address and ignored: %s', async (search) => {
  app = await open(`/login${search}`, { loggedIn: true, server: { profile: signedHere } })
  await arrivesAt('/completion')
  expect([opened(), keeps()]).toEqual([[], null])
})

test('a document that no mail can name is ignored, and its application is opened', async () => {
  app = await open(`/login?application=${HERE}&request=%3Cb%3E`, { loggedIn: true, server: { profile: signedHere } })
  await arrivesAt('/completion')
})

test('the address loses what the link names and keeps the rest, and a refresh forgets nothing', async () => {
  app = await open(`/login?application=${OTHER}&x=1&request=request_7#here`)
  expect(place()).toBe('/login?x=1#here')
  expect(JSON.parse(keeps() ?? '')).toEqual({ application: OTHER, request: 'request_7' })
  expect(app.callNames()).toEqual([])
})

describe('a page that was loaded again', () => {
  const loaded = async (address: string, matter: object | string, given: Parameters<typeof open>[1]) => {
    window.sessionStorage.setItem(ITEM, typeof matter === 'string' ? matter : JSON.stringify(matter))
    app = await open(address, given)
  }
  const withRequest = { application: OTHER, request: 'request_7', isOpened: true }

  test('arrives at what the link is about', async () => {
    await loaded('/', withRequest, { loggedIn: true, server: { profile: signedOther } })
    await arrivesAt('/completion#request_7')
    expect([opened(), keeps()]).toEqual([[], null])
  })

  test('leaves it if another tab has turned to another application since', async () => {
    await loaded('/', withRequest, { loggedIn: true, server: { profile: signedHere } })
    await arrivesAt('/completion')
    expect([opened(), keeps()]).toEqual([[], null])
  })

  test.each(['{', '[]', 'null', '{"application":7}'])('ignores what is no matter: %s', async (text) => {
    await loaded('/', text, { loggedIn: true, server: { profile: signedHere } })
    await arrivesAt('/completion')
    expect(opened()).toEqual([])
  })

  test('saves what a visitor typed to the draft of the account before it opens another application', async () => {
    await loaded('/about', { application: OTHER }, { server: { profile: draftHere } })
    await fill('city', 'Helena')
    button('Account').click()
    await until(() => button('Sign In').click())
    await arrivesAt('/login')
    await logIn()
    await until(() => expect(assign).toHaveBeenCalledWith('/'))
    const made = app.calls.filter(([name]) => name === 'saveAnswers' || name === 'openApplication')
    expect(made.map(([name]) => name)).toEqual(['saveAnswers', 'openApplication'])
    expect(made[0]?.[1]).toMatchObject({ city: 'Helena' })
  })

  test('opens nothing while what a visitor typed is not saved, and says so', async () => {
    const saveAnswers = refusing(500, { code: 'unexpected', message: 'No.' })
    await loaded('/about', { application: OTHER }, { server: { profile: draftHere, saveAnswers } })
    await fill('city', 'Helena')
    button('Account').click()
    await until(() => button('Sign In').click())
    await arrivesAt('/login')
    await logIn()
    await until(() =>
      expect(wordsOf(document.body)).toContain('We couldn’t open the application that the email is about.'),
    )
    expect([opened(), assign.mock.calls]).toEqual([[], []])
    app.answers.saveAnswers = saved
  })
})

describe('what other applications of the account wait for', () => {
  const elsewhere = { application_id: OTHER, term: 'Fall 2027', ...asked }

  test('is said beside the pages, and opened at its control after what was typed is saved', async () => {
    const profile = { ...draftHere, last_page: '', asked_elsewhere: [elsewhere] }
    app = await open('/about', { loggedIn: true, server: { profile } })
    await until(() => expect(wordsOf(document.body)).toContain('Your Fall 2027 application needs a document'))
    expect(wordsOf(document.body)).toContain('Spring grades. You can add it through December 15, 2026.')
    await fill('city', 'Helena')
    button('Open your Fall 2027 application').click()
    await until(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/completion#request_7'))
    expect(app.callNames().filter((name) => name === 'saveAnswers' || name === 'openApplication')).toEqual([
      'saveAnswers',
      'openApplication',
    ])
  })
})
