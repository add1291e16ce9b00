// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '../../api/index.ts'
import { questionsByKey, upload } from '../../engine/index.ts'
import { proves } from '../../testing/proves.ts'
import { CallError } from '../client/index.ts'
import { newProfile } from '../client/testing/index.ts'
import { takeToken } from './address-and-history.ts'
import { createSession } from './create-session.ts'
import type { TabMessage } from './other-tabs.ts'
import { createTabSync } from './tab-sync.ts'

const saved = {
  message: 'Saved.',
  previous_revision: 1,
  saved_at: '',
  cleared: [],
  ignored: [],
  conflicts: {},
  superseded: {},
  canonical: {},
}

const profile: Profile = {
  ...newProfile,
  answer: { first_name: 'Maya' },
  username: '', // an address would be saved as an answer
  last_page: '/education',
  successful_login: ['2026-11-21T10:00:00Z'],
  web_status: [{ web_status: 'started', at: '2026-11-21T10:00:00Z' }],
}
const replies = new Map<string, readonly [status: number, body: object]>()
const asked: string[] = []
/** The account that the last call of each path was made for. */
const accounts = new Map<string, string | null>()
const cookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server sets in the product
  document.cookie = value
}

beforeEach(() => {
  const { public: institution } = JSON.parse(readFileSync('institution.json', 'utf8'))
  const data = { institution, identity_cookie_prefix: 'Marker', release: 'r', today: profile.today, now: new Date() }
  const block = document.createElement('script')
  block.id = 'institution'
  block.type = 'application/json'
  block.textContent = JSON.stringify(data)
  document.body.replaceChildren(block)
  window.history.replaceState(null, '', '/education#hs_gpa')
  cookie('Marker-1=a; Path=/')
  replies.set('/api/profile', [200, profile])
  vi.stubGlobal('indexedDB', undefined)
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    asked.push(path)
    accounts.set(path, new Headers(headers).get('account-id'))
    const [status, body] = replies.get(path) ?? [200, { message: 'Done.' }]
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cookie('Marker-1=; Path=/; Max-Age=-1')
  localStorage.clear()
  sessionStorage.clear()
  asked.length = 0
  replies.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const unauthorized = [401, { message: 'Who?', code: 'unauthorized' }] as const
const sentence = 'Your session is invalid. Please clear your cookies and login again.'

test('a 401 empties store and cache together, goes to /login once with its message, and remembers the page', async () => {
  const go = vi.fn()
  const session = createSession(go)
  expect(await session.enter()).toEqual({ place: '/education' })
  expect(session.profileSource.get()).toEqual(profile)
  session.applicant.store.write('city', 'Helena')

  replies.set('/api/answer', unauthorized)
  await session.applicant.queue.flush()
  expect(session.profileSource.get(), proves('4.query.5', '8.unauthorized.2')).toBeUndefined()
  replies.set('/api/profile', unauthorized)
  session.handleAuthError(await session.profileSource.read().catch((error: unknown) => error))
  expect(session.applicant.store.current().answer).toEqual({})
  expect(session.applicant.snapshot.get().is_logged_in).toBe(false)
  expect(go.mock.calls, proves('8.unauthorized.3', '2.navigation.10')).toEqual([
    ['/login', { state: { username: '', errorMessage: sentence } }],
  ])

  expect(document.cookie, 'the reply had left it').toBe('')
  cookie('Marker-1=a; Path=/')
  replies.clear()
  replies.set('/api/profile', [200, profile])
  expect(await session.enter()).toEqual({ place: '/education#hs_gpa' })
  expect(session.applicant.store.current().answer).toEqual({ first_name: 'Maya', city: 'Helena', country: 'USA' })
  session.applicant.queue.empty()
})

test('Log Out clears everything here and on the server, with a message', async () => {
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  session.applicant.store.write('city', 'Helena')
  replies.set('/api/answer', [200, { ...saved, revision: 2 }])
  await session.logOut()
  expect(asked, proves('6.student.1')).toEqual(['/api/profile', '/api/answer', '/api/logout'])
  expect(go, proves('7.logout.2')).toHaveBeenCalledWith('/login', {
    state: { successMessage: 'You have been logged out.' },
  })
  expect(session.profileSource.get(), proves('7.logout.2')).toBeUndefined()
  expect(session.applicant.store.current().answer, proves('7.logout.2')).toEqual({})
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/Maya|Helena|education/)
})

test('Log Out waits until pages are attached or removed, because they are only here', async () => {
  const session = createSession(vi.fn())
  await session.enter()
  const visa = upload('stopintl_copy', 'Visa')
  session.documents.arrange(visa, [
    { id: 1, file: new File(['x'], 'a.png'), turn: 0, ofPdf: undefined, preview: undefined, size: [1, 1] },
  ])
  await expect(session.logOut()).rejects.toMatchObject({ title: 'File Upload in Progress' })
  expect(asked).toEqual(['/api/profile'])
  session.documents.arrange(visa, [])
  await session.logOut()
  expect(asked).toContain('/api/logout')
})

test('another application is opened once everything is saved here, at what it waits for', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const session = createSession(vi.fn())
  await session.enter()
  session.applicant.store.write('city', 'Helena')
  replies.set('/api/answer', [500, { message: 'No.', code: 'unexpected' }])
  await expect(session.openApplication('b-1', 'request_7')).rejects.toMatchObject({ code: 'offline' })
  expect([asked.includes('/api/open-application'), assign.mock.calls]).toEqual([false, []])
  replies.set('/api/answer', [200, { ...saved, revision: 2 }])
  await session.openApplication('b-1', 'request_7')
  expect(asked.slice(-2)).toEqual(['/api/answer', '/api/open-application'])
  await session.openApplication('b-1')
  expect(assign.mock.calls).toEqual([['/completion#request_7'], ['/']])
  assign.mockRestore()
})

test('another application is loaded from the page of this one too, where only the hash is another', async () => {
  const [assign, reload] = [vi.spyOn(window.location, 'assign'), vi.spyOn(window.location, 'reload')]
  for (const each of [assign, reload]) each.mockImplementation(() => {})
  const session = createSession(vi.fn())
  await session.enter()
  const before = window.location.pathname
  await session.openApplication('b-1', 'request_7')
  expect(reload).not.toHaveBeenCalled()
  window.history.replaceState(null, '', '/completion')
  await session.openApplication('b-1', 'request_7') // a browser follows a link within the page without loading it
  expect([assign.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1])
  window.history.replaceState(null, '', before)
  for (const each of [assign, reload]) each.mockRestore()
})

test('a tab is told that the account has turned to another of its applications, not that somebody else is here', async () => {
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  cookie('Marker-1=a.b-1; Path=/')
  session.presence.happen({ kind: 'cookie checked' })
  const state = { errorMessage: expect.stringMatching(/^You opened another of your applications/) }
  expect(go).toHaveBeenLastCalledWith('/education#hs_gpa', { replace: true, state })
})

test('a page loaded 15 minutes after the last activity reads nothing of the account', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  vi.useFakeTimers({ now, toFake: ['Date'] })
  localStorage.setItem('causeway.active', String(now - 900_000))
  createSession(vi.fn())
  expect(window.location.pathname).toBe('/login')
  expect(window.history.state.usr, proves('8.inactivity.1')).toEqual({
    errorMessage: 'You have been automatically logged out due to inactivity.',
  })
  expect(asked, proves('4.idle.6')).toEqual(['/api/logout'])
  expect(document.cookie).toBe('')
})

test('after another account logs in in another tab, unsaved answers reach only their owner', async () => {
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  cookie('Marker-1=b; Path=/')
  session.applicant.store.write('city', 'Helena')
  session.applicant.store.commit('city')
  expect(await session.applicant.queue.flush()).toBe(false)
  expect(asked).toEqual(['/api/profile'])
  const state = { errorMessage: expect.stringMatching(/^Someone else logged in/) }
  expect(go).toHaveBeenLastCalledWith('/education#hs_gpa', { replace: true, state })
  replies.set('/api/profile', [200, { ...profile, account_id: 'b', answer: {} }])
  await session.enter()
  expect(session.applicant.store.current().answer).toEqual({})
  expect(localStorage.getItem('causeway.drafts')).toMatch(/account a.*Helena/)
})

const other = { ...profile, account_id: 'b', answer: { city: 'Butte' } }
const refusedAsOther = [409, { message: 'Not you.', code: 'other_account' }] as const
const notMaya = new CallError('other_account', 409, 'Not you.', { account: 'a' })
const somebodyElse = { errorMessage: expect.stringMatching(/^Someone else logged in/) }

test('when a cookie names no account and a call is refused for another account, the tab asks the server once', async () => {
  cookie('Marker-1=1; Path=/')
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  replies.set('/api/answer', refusedAsOther)
  replies.set('/api/last-page', refusedAsOther)
  replies.set('/api/profile', [200, other])
  session.applicant.store.write('city', 'Helena')
  session.applicant.store.commit('city')
  const alsoRefused = session.applicant.call('saveLastPage', { last_page: '/about' }).catch(session.handleAuthError)
  expect(await session.applicant.queue.flush()).toBe(false)
  await alsoRefused
  await vi.waitFor(() => expect(go).toHaveBeenCalled())
  await vi.waitFor(() => expect(asked.filter((each) => each === '/api/profile')).toHaveLength(3))
  expect(go.mock.calls).toEqual([['/education#hs_gpa', { replace: true, state: somebodyElse }]])
  await session.enter()
  expect(session.applicant.store.current().answer).toEqual({ city: 'Butte' })
  expect(localStorage.getItem('causeway.drafts')).toMatch(/account a.*Helena/)

  session.handleAuthError(
    await session.applicant.call('saveLastPage', { last_page: '/' }).catch((error: unknown) => error),
  )
  await vi.waitFor(() => expect(asked.filter((each) => each === '/api/profile')).toHaveLength(5))
  expect(go).toHaveBeenCalledOnce() // a late refusal for the earlier account: the current one stays
  expect(session.applicant.store.current().answer).toEqual({ city: 'Butte' })
})

test('while the server cannot say who is logged in, the person stays until the next refusal', async () => {
  cookie('Marker-1=1; Path=/')
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  replies.set('/api/profile', [500, {}])
  session.handleAuthError(notMaya)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect([go.mock.calls, session.applicant.store.current().answer]).toEqual([[], { first_name: 'Maya' }])
  replies.set('/api/profile', [200, other])
  session.handleAuthError(notMaya)
  await vi.waitFor(() => expect(go).toHaveBeenCalled())
  expect(go).toHaveBeenCalledExactlyOnceWith('/education#hs_gpa', { replace: true, state: somebodyElse })
  expect(session.applicant.store.current().answer).toEqual({})
})

const onlyTab = {
  isVisible: () => true,
  wakers: [],
  storage: window,
  openOtherTabs: () => ({ send: () => {}, close: () => {} }),
}

test('the other tabs are told what happened before this tab could send', async () => {
  const session = createSession(vi.fn())
  await session.enter()
  const sent: TabMessage[] = []
  const openOtherTabs = () => ({ send: (each: TabMessage) => void sent.push(each), close: () => {} })
  const end = createTabSync(session, { ...onlyTab, openOtherTabs, readProfile: session.profileSource.refresh })
  expect(sent).toContainEqual({ kind: 'entered', account: profile.account_id })
  end()
})

test('a profile read after another tab saved is not shown if it belongs to another account', async () => {
  cookie('Marker-1=1; Path=/')
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  const { store, snapshot } = session.applicant
  const shown: string[] = []
  store.onChange(() => shown.push(`${snapshot.get().account_id} ${store.current().answer.city ?? ''}`))
  replies.set('/api/profile', [200, other])
  let receive: (message: TabMessage) => void = () => {}
  const end = createTabSync(session, {
    ...onlyTab,
    openOtherTabs: (onMessage) => {
      receive = onMessage
      return { send: () => {}, close: () => {} }
    },
    readProfile: session.profileSource.refresh,
  })
  receive({ kind: 'saved', account: 'a', revision: 9 })
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/education#hs_gpa', { replace: true, state: somebodyElse }))
  end()
  expect(shown).not.toContain('a Butte')
})

test.each([
  ['is behind what the tab knew, as after a restored backup', 0, 1],
  ['is behind what the tab has saved meanwhile', 1, 3], // the save asks once too
])('a profile that %s is never shown, and read again only if that helps', async (_, savedMeanwhile, times) => {
  const session = createSession(vi.fn())
  await session.enter()
  const { acknowledge, seen, store } = session.applicant
  let read = 0
  const end = createTabSync(session, {
    ...onlyTab,
    readProfile: async () => {
      read += 1
      if (read > 9) throw new CallError('offline', 0, '')
      if (read > 1) return { ...profile, answer: { first_name: 'New' }, revision: 7 }
      if (savedMeanwhile) acknowledge({ previous_revision: 6, revision: 7 })
      return { ...profile, answer: { first_name: 'Old' }, revision: 5 }
    },
  })
  acknowledge({ previous_revision: 5, revision: 6 }) // another device has saved between
  await vi.waitFor(() => expect(read).toBe(times))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(read).toBe(times)
  expect(store.current().answer.first_name).toBe(savedMeanwhile ? 'New' : 'Maya')
  expect(seen.get().revision).toBe(6 + savedMeanwhile)
  end()
})

test.each([
  ['over', unauthorized],
  ['submitted', [409, { message: 'Already.', code: 'already_submitted' }] as const],
])(
  'a late reply that says of an earlier account that it is %s does nothing to the one that is here',
  async (_, reply) => {
    const go = vi.fn()
    const session = createSession(go)
    await session.enter()
    replies.set('/api/last-page', reply)
    const late = session.applicant.call('saveLastPage', { last_page: '/about' }).catch((error: unknown) => error)
    cookie('Marker-1=b; Path=/')
    session.presence.happen({ kind: 'cookie checked' })
    replies.set('/api/profile', [200, other])
    await session.enter()
    expect(session.handleAuthError(await late)).toBe(true)
    expect(go).toHaveBeenCalledOnce() // to the page of account b
    expect(session.applicant.snapshot.get()).toMatchObject({ account_id: 'b', web_status: 'started' })
    expect(session.applicant.store.current().answer).toEqual({ city: 'Butte' })
  },
)

test('a tab that still shows an earlier account does not log out the current one', async () => {
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  cookie('Marker-1=b; Path=/')
  await session.logOut()
  expect(asked).toEqual(['/api/profile'])
  expect(go).toHaveBeenCalledExactlyOnceWith('/education#hs_gpa', { replace: true, state: somebodyElse })
})

test('a document is requested for the account in this tab; if refused for another account, the tab switches to it', async () => {
  cookie('Marker-1=1; Path=/')
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  replies.set('/api/presigned-url', refusedAsOther)
  replies.set('/api/profile', [200, other])
  const question = questionsByKey(session.applicant.store.form).get('stopintl_copy')
  if (question?.kind !== 'upload') throw new Error('It is not asked.')
  const error = await session.documents.attach(question, new File(['x'], 'visa.png')).catch((reason: unknown) => reason)
  expect(session.handleAuthError(error)).toBe(true)
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/education#hs_gpa', { replace: true, state: somebodyElse }))
  expect(accounts.get('/api/presigned-url')).toBe('a')
  expect(session.documents.uploadOf('stopintl_copy')).toBeUndefined()
})

test.each([
  ['/about?token=abc&x=1#city', 'abc', '/about?x=1#city'],
  ['/about?token=', undefined, '/about'],
  ['/about?x=1', undefined, '/about?x=1'],
])('the token of %s is %s, and %s stays in the address', (address, token, rest) => {
  window.history.replaceState({ kept: true }, '', address)
  expect(takeToken(sessionStorage), proves('2.routes.28')).toBe(token)
  expect(window.location.pathname + window.location.search + window.location.hash).toBe(rest)
  expect(window.history.state).toEqual({ kept: true })
})

test('the token of a link survives a refresh until its answers have been read or the person leaves', async () => {
  const tokenAfter = (address: string) => {
    window.history.replaceState(null, '', address)
    return createSession(vi.fn()).applicant.token
  }
  expect(tokenAfter('/about?token=abc').get()).toBe('abc')
  const refreshed = tokenAfter('/about')
  expect(refreshed.get()).toBe('abc')
  refreshed.set(undefined)
  expect(tokenAfter('/about').get()).toBeUndefined()
  tokenAfter('/about?token=def')
  const session = createSession(vi.fn())
  await session.enter()
  await session.logOut()
  expect(tokenAfter('/about').get()).toBeUndefined()
})

test.each([
  ['/reset?username=a%40b.example&id=x', 'the account of another tab', 'Marker-1=b; Path=/'],
  ['/reset?username=a%40b.example&id=x', 'nobody', 'Marker-1=; Path=/; Max-Age=-1'],
])('%s stays when the browser belongs to %s', async (address, _, now) => {
  const go = vi.fn()
  const session = createSession(go)
  await session.enter()
  window.history.replaceState(null, '', address)
  cookie(now)
  session.presence.happen({ kind: 'cookie checked' })
  expect(go).not.toHaveBeenCalled()
  expect(session.applicant.store.current().answer).toEqual({})
})

test.each(['/login', '/signup', '/reset'])(
  '%s stays while the profile of who is signed in cannot be read',
  async (path) => {
    window.history.replaceState(null, '', path)
    for (const reply of [[500, {}], unauthorized] as const) {
      replies.set('/api/profile', reply)
      const go = vi.fn()
      const session = createSession(go)
      await session.enter().catch(() => {})
      session.presence.happen({ kind: 'cookie checked' })
      expect(go).not.toHaveBeenCalled()
    }
  },
)

test('an identity cookie of another release, which names no account, is accepted: answers are saved and nobody is redirected', async () => {
  cookie('Marker-1=1; Path=/')
  replies.set('/api/answer', [200, { ...saved, revision: 2 }])
  const went: unknown[] = []
  const session = createSession((to) => went.push(to))
  await session.enter()
  session.applicant.store.write('first_name', 'Mia')
  session.applicant.store.commit('first_name')
  expect(await session.applicant.queue.flush()).toBe(true)
  session.presence.happen({ kind: 'cookie checked' })
  expect({ went, saved: asked.filter((each) => each.includes('/api/answer')).length }).toEqual({ went: [], saved: 1 })
})
