import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { type CallName, paths } from '../../api/browser.ts'
import type { Profile } from '../../api/index.ts'
import institutionFile from '../../institution.json' with { type: 'json' }
import { newProfile } from '../client/testing/index.ts'
import { createApp } from './app.tsx'

const { public: institution } = institutionFile

const EMAIL = 'maya.ortega@mail.example'
const IDENTITY_COOKIE = 'CausewayIdentity3000'

/** The server's reply to a call: a body with status 200, or the whole response. */
type Answer = object | ((body: unknown) => object | Promise<object>)
export type Server = { [Name in CallName]?: Answer }

/** The profile of a person who has just signed up, with the test's own values. */
export const profileOf = (profile: Partial<Profile> = {}): Profile => ({
  ...newProfile,
  account_id: 'a-1',
  username: 'Maya.Ortega@Mail.example',
  successful_login: ['2026-11-21T08:00:00.000Z'],
  web_status: [{ web_status: 'started', at: '2026-11-21T08:00:00.000Z' }],
  ...profile,
  // Already there, so that entering does not save the address of the account as an answer.
  answer: { email_address: EMAIL, ...profile.answer },
})
export const saved = {
  message: 'Saved.',
  revision: 2,
  saved_at: '2026-11-21T08:05:00.000Z',
  cleared: [],
  ignored: [],
}
export const submitted: Partial<Profile> = {
  answer: { first_name: 'Maya' },
  web_status: (['started', 'validating', 'submitted'] as const).map((web_status) => ({
    web_status,
    at: '2026-11-21T08:00:00.000Z',
  })),
  submission: { reference: 'ABCD-2345', submitted_at: '2026-11-21T08:00:00.000Z', version: 1 },
}

export const refusing = (status: number, body: object = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

type Opened = {
  loggedIn?: boolean
  state?: unknown
  server?: Server /** Whether the log can be reached. */
  isLogged?: boolean
}

/**
 * Opens the whole app at an address, as a browser with or without the identity cookie would. `calls` collects every
 * call.
 */
export async function open(
  address: string,
  { loggedIn = false, state = null, server = {}, isLogged = true }: Opened = {},
) {
  const answers: Server = {
    profile: profileOf(),
    saveAnswers: saved,
    pdfStatus: { status: 'IN_PROGRESS', url: '', message: '' },
    find: [],
    placeOfZip: { city: '', states: [] },
    ownApplications: { applications: [] },
    ...server,
  }
  const calls: [CallName, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const { name, named } = nameOf(method, path)
    const posted: unknown = body === undefined ? named : JSON.parse(String(body))
    calls.push([name, posted])
    const answer = answers[name] ?? { message: 'Done.' }
    const reply: object = typeof answer === 'function' ? await answer(posted) : answer
    const response = reply instanceof Response ? reply.clone() : refusing(200, reply)
    // As the server's own cookies do.
    if (name === 'login' && response.ok) mark(true)
    if (name === 'logout' || response.status === 401) mark(false)
    return response
  })
  const data = {
    institution,
    identity_cookie_prefix: 'CausewayIdentity',
    release: '1',
    today: '2026-11-21',
    now: '2026-11-21T08:00:00Z',
  }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify(data)}</script>`
  mark(loggedIn)
  window.history.replaceState(state === null ? null : { usr: state, key: 'first', idx: 0 }, '', address)

  passedLast = undefined
  for (const way of ['pushState', 'replaceState'] as const) {
    const original = window.history[way].bind(window.history)
    vi.spyOn(window.history, way).mockImplementation((entry, unused, to) => {
      if (entry?.usr && 'answers' in entry.usr) passedLast = entry.usr.answers
      original(entry, unused, to)
    })
  }
  const report = vi.fn(async () => isLogged)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host, { onCaughtError: report })
  const app = createApp(report)
  root.render(app.drawn)
  app.start()
  return {
    calls,
    report,
    answers,
    /** The names of the calls so far, without reports. */
    callNames: () => calls.map(([name]) => name),
    close: async () => {
      root.unmount()
      // Writes the draft now: a timer that fires later would write into the storage of the next test.
      window.dispatchEvent(new Event('pagehide'))
      host.remove()
      window.localStorage.clear()
      window.sessionStorage.clear()
      vi.unstubAllGlobals()
      vi.stubGlobal('fetch', () => new Promise(() => {})) // saves that outlive the page go nowhere
      vi.restoreAllMocks()
    },
  }
}

function mark(loggedIn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the product reads this cookie
  document.cookie = loggedIn ? `${IDENTITY_COOKIE}=a-1` : `${IDENTITY_COOKIE}=; expires=Thu, 01 Jan 1970 00:00:00 GMT`
}

let passedLast: unknown

/** The answers last passed in navigation state; the history itself does not store them. */
export const passed = () => passedLast

/** The name of the call at a path, and the key in the path or its query. */
function nameOf(method: string | undefined, address: string): { name: CallName; named: string | undefined } {
  const [path = '', query] = address.split('?')
  for (const [name, call] of Object.entries(paths)) {
    const [, named] = new RegExp(`^${call.path.replace(/:\w+/, '(\\w+)')}$`).exec(path) ?? [undefined, null]
    if (call.method === method && named !== null && isCall(name)) return { name, named: named ?? query }
  }
  throw new Error(`The contract has no call ${method} ${path}.`)
}
const isCall = (name: string): name is CallName => Object.hasOwn(paths, name)

/**
 * Waits until this holds, because code loaded on demand arrives a moment later. The limit is for tests that hang, not
 * for slow machines.
 */
export const until = <Value,>(holds: () => Value) => vi.waitFor(holds, { timeout: 30_000, interval: 5 })

export const place = () => window.location.pathname + window.location.search + window.location.hash

const titles: Readonly<Record<string, string>> = {
  '/about': 'Personal Info',
  '/education': 'Academic History',
  '/final-steps': 'Submit',
  '/signup': 'Sign Up',
  '/confirm': 'Confirm Your Account',
  '/login': 'Log In',
  '/completion': 'Thanks',
}

/** Waits until the page at this address is on the screen. */
export const arrivesAt = (address: string) =>
  until(() => {
    expect(place()).toBe(address)
    expect(wordsOf(document.querySelector('h1'))).toMatch(new RegExp(`^${titles[window.location.pathname]}`))
  })

/** The one control with this name or text. Throws if there is none. */
export function control(selector: string, words?: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (each) => words === undefined || wordsOf(each) === words || each.getAttribute('aria-label') === words,
  )
  if (found === undefined) throw new Error(`Nothing on the page matches ${selector} ${words ?? ''}`)
  return found
}
export const button = (words: string) => control('button', words)
export const link = (words: string) => control('a', words)

/** The text of an element, with white space normalized. */
export const wordsOf = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

/** The texts that describe a control. */
export const describedBy = (element: Element): readonly string[] =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .flatMap((id) => wordsOf(document.getElementById(id)) || [])

/** Types into a control without leaving it. */
export async function type(key: string, text: string): Promise<HTMLElement> {
  const box = await until(() => control(`[id="${key}"]`))
  box.focus()
  // Through the prototype, because React puts its own setter on the control to track the values it set.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text)
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  return box
}

/** Types into a control, and leaves it. */
export async function fill(key: string, text: string): Promise<void> {
  const box = await type(key, text)
  box.blur()
}

/** The text of the toasts, in order. */
export const toasts = () => [...document.querySelectorAll('li[aria-label$="Notification"]')].map(wordsOf)
