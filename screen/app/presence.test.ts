import { describe, expect, test } from 'vitest'
import type { Profile } from '../../api/index.ts'
import { newProfile } from '../client/testing/index.ts'
import { type BrowserState, type Presence, type PresenceEvent, step } from './presence.ts'

const profileOf = (account_id: string, ...statuses: readonly ('started' | 'validating' | 'submitted')[]): Profile => ({
  ...newProfile,
  account_id,
  username: account_id,
  web_status: statuses.map((web_status) => ({ web_status, at: '' })),
})
const receipt = { message: 'Received.', reference: 'FQ3E-JW3T', submitted_at: '2026-11-21T10:42:00Z', version: 1 }

const states = {
  opened: { at: 'opened', tried: '' },
  visitor: { at: 'visitor', tried: '' },
  'visitor, maya tried': { at: 'visitor', tried: 'maya' },
  maya: { at: 'account', account: 'maya', username: 'maya@mail.example', cookie: 'maya' },
  'maya submitted': { at: 'submitted', account: 'maya', username: 'maya@mail.example', cookie: 'maya' },
  'maya left': { at: 'left', account: 'maya', tried: '' },
} as const satisfies Record<string, Presence>

/** The result of an event as text: who is here then, and the effects. */
function stepInWords(state: Presence, event: PresenceEvent, browser: BrowserState): readonly string[] {
  const { state: next, effects } = step(state, event, browser)
  const who = 'account' in next && next.account !== '' ? `${next.account} ` : ''
  return [
    `${who}${next.at}`,
    ...effects.map((effect) => {
      if (effect.do === 'show') return `show ${effect.profile.account_id}`
      if (effect.do === 'clear') return effect.erasing === 'nothing' ? 'clear' : `clear, erasing ${effect.erasing}`
      if (effect.do === 'mark erased') return `mark ${effect.what} erased`
      if (effect.do === 'tell tabs')
        return `tell: ${effect.message.account || 'visitor'} ${effect.message.kind}${'how' in effect.message ? ` ${effect.message.how}` : ''}`
      if (effect.do === 'remember path') return `remember path of ${effect.account || 'the next one'}`
      if (effect.do === 'go') return `go to ${effect.to}`
      return effect.do
    }),
  ]
}

const refused = (why: 'unauthorized' | 'other_account' | 'already_submitted', account?: string): PresenceEvent => ({
  kind: 'refused',
  why,
  account,
})
const left = (how: 'person' | 'idle' | 'over', account: string, more = {}): PresenceEvent => ({
  kind: 'left',
  how,
  account,
  ...more,
})
const checked: PresenceEvent = { kind: 'cookie checked' }
const read = (
  account: string,
  ...statuses: Parameters<typeof profileOf> extends [string, ...infer Rest] ? Rest : never
) => ({ kind: 'profile read', profile: profileOf(account, ...statuses), cookie: account }) as const

type Case = readonly [
  state: keyof typeof states,
  event: PresenceEvent,
  cookie: string,
  page: BrowserState['page'],
  expected: readonly string[],
]

const mayaGoes = [
  'maya left',
  'remember path of maya',
  'clear',
  'forget activity',
  'tell: maya left over',
  'go to /login',
]

describe('a page is loaded', () => {
  test.each<Case>([
    ['opened', { kind: 'loaded', isOverdue: true }, '', 'form', ['opened', 'forget activity']],
    ['opened', { kind: 'loaded', isOverdue: false }, 'maya', 'form', ['opened']],
    [
      'opened',
      { kind: 'loaded', isOverdue: true },
      'maya',
      'form',
      ['opened', 'remember path of the next one', 'end session', 'start at login'],
    ],
    [
      'opened',
      { kind: 'loaded', isOverdue: true },
      'maya',
      'reset',
      ['opened', 'remember path of the next one', 'end session'],
    ],
  ])('%s: %j, cookie "%s", %s page', check)
})

describe('an account enters', () => {
  test.each<Case>([
    ['opened', { kind: 'visitor entered' }, '', 'form', ['visitor', 'offer draft']],
    ['visitor', { kind: 'visitor entered' }, '', 'form', ['visitor']],
    ['maya left', { kind: 'visitor entered' }, '', 'form', ['maya left']],
    ['maya', { kind: 'visitor entered' }, '', 'form', ['visitor', 'clear']],
    ['opened', read('maya', 'started'), 'maya', 'form', ['maya account', 'tell: maya entered', 'show maya']],
    ['visitor', read('maya'), 'maya', 'form', ['maya account', 'tell: maya entered', 'show maya']],
    ['maya left', read('noor'), 'noor', 'form', ['noor account', 'tell: noor entered', 'show noor']],
    ['maya', read('maya', 'started'), 'maya', 'form', ['maya account']],
    ['maya', read('noor', 'started'), 'noor', 'form', ['noor account', 'tell: noor entered', 'show noor']],
    [
      'visitor',
      read('maya', 'started', 'validating', 'submitted'),
      'maya',
      'form',
      ['maya submitted', 'tell: maya entered', 'tell: maya submitted', 'show maya'],
    ],
  ])('%s: %j, cookie "%s", %s page', check)
})

describe('the cookie is checked', () => {
  test.each<Case>([
    ['maya', checked, 'maya', 'form', ['maya account']],
    ['maya', checked, '', 'form', mayaGoes],
    ['maya', checked, '', 'reset', mayaGoes.slice(0, -1)],
    ['maya', checked, 'noor', 'form', ['visitor', 'clear', 'go to same page']],
    ['maya submitted', checked, 'noor', 'start', ['visitor', 'clear', 'go to first page']],
    ['maya', checked, 'noor', 'reset', ['visitor', 'clear']],
    ['visitor', checked, '', 'form', ['visitor']],
    ['visitor', checked, 'maya', 'form', ['visitor', 'forget profile', 'go to same page']],
    ['visitor', checked, 'maya', 'card', ['visitor', 'forget profile', 'go to first page']],
    ['visitor, maya tried', checked, 'maya', 'card', ['visitor']],
    ['visitor, maya tried', checked, 'maya', 'form', ['visitor', 'forget profile', 'go to same page']],
    ['maya left', checked, 'noor', 'card', ['maya left', 'forget profile', 'go to first page']],
  ])('%s: %j, cookie "%s", %s page', check)
})

describe('a call is refused', () => {
  test.each<Case>([
    ['maya', refused('unauthorized'), 'maya', 'form', ['maya left', 'forget cookie', ...mayaGoes.slice(1)]],
    ['maya', refused('unauthorized', 'maya'), '', 'form', mayaGoes],
    ['maya', refused('unauthorized', 'noor'), 'maya', 'form', ['maya account']],
    ['maya', refused('unauthorized'), 'noor', 'form', ['visitor', 'clear', 'go to same page']],
    [
      'visitor',
      refused('unauthorized'),
      '',
      'form',
      ['left', 'remember path of the next one', 'clear', 'forget activity', 'go to /login'],
    ],
    ['visitor', refused('unauthorized', 'maya'), '', 'form', ['visitor']],
    ['visitor', refused('unauthorized'), 'maya', 'card', ['visitor']],
    ['visitor, maya tried', refused('unauthorized'), 'maya', 'card', ['visitor', 'forget cookie']],
    ['visitor, maya tried', refused('unauthorized'), 'noor', 'card', ['visitor']],
    [
      'visitor, maya tried',
      refused('unauthorized'),
      'maya',
      'form',
      ['left', 'forget cookie', 'remember path of the next one', 'clear', 'forget activity', 'go to /login'],
    ],
    ['maya left', refused('unauthorized'), '', 'form', ['maya left']],
    ['maya', refused('other_account', 'maya'), 'maya', 'form', ['maya account', 'ask server']],
    ['maya', refused('other_account', 'maya'), 'noor', 'form', ['visitor', 'clear', 'go to same page']],
    ['maya', refused('other_account', 'maya'), '', 'form', mayaGoes],
    ['maya', refused('other_account', 'noor'), 'maya', 'form', ['maya account']],
    ['visitor', refused('other_account', 'maya'), 'noor', 'form', ['visitor']],
    [
      'maya',
      refused('already_submitted', 'maya'),
      'maya',
      'form',
      ['maya submitted', 'close', 'forget profile', 'tell: maya submitted', 'go to /completion'],
    ],
    ['maya', refused('already_submitted', 'noor'), 'maya', 'form', ['maya account']],
    ['maya left', refused('already_submitted', 'maya'), '', 'card', ['maya left']],
    [
      'maya',
      { kind: 'owner read', expected: 'maya', account: 'noor' },
      'maya',
      'form',
      ['visitor', 'clear', 'go to same page'],
    ],
    ['maya', { kind: 'owner read', expected: 'maya', account: 'maya' }, 'maya', 'form', ['maya account']],
    ['maya', { kind: 'owner read', expected: 'noor', account: 'ines' }, 'maya', 'form', ['maya account']],
  ])('%s: %j, cookie "%s", %s page', check)
})

describe('an account gets another email address', () => {
  const renamed = { kind: 'renamed', account: 'maya', username: 'new@mail.example' } as const
  test.each<Case>([
    ['maya', renamed, 'maya', 'form', ['maya account', 'rename', 'tell: maya renamed']],
    ['maya', { ...renamed, isInOtherTab: true }, 'maya', 'form', ['maya account', 'rename']],
    ['maya submitted', renamed, 'maya', 'other', ['maya submitted', 'rename', 'tell: maya renamed']],
    ['maya', { ...renamed, account: 'noor' }, 'maya', 'form', ['maya account']],
    ['maya left', renamed, '', 'card', ['maya left']],
  ])('%s: %j, cookie "%s", %s page', check)

  test('whoever logs in again after the session ended is asked with the new one', () => {
    const browser = { cookie: 'maya', page: 'form' } as const
    const { state } = step(states.maya, renamed, browser)
    const { effects } = step(state, refused('unauthorized'), browser)
    expect(effects.at(-1)).toMatchObject({ do: 'go', to: '/login', state: { username: 'new@mail.example' } })
  })
})

describe('a person leaves', () => {
  const byPerson = ['forget path', 'clear, erasing device', 'forget activity', 'tell: maya left person', 'go to /login']
  const idle = ['remember path of maya', 'clear', 'forget activity', 'tell: maya left idle', 'go to /login']
  test.each<Case>([
    ['maya', left('person', 'maya'), 'maya', 'form', ['maya left', ...byPerson]],
    ['maya left', left('person', 'maya'), '', 'card', ['maya left', ...byPerson]],
    ['maya', left('person', 'noor'), 'maya', 'form', ['maya account']],
    [
      'maya',
      left('over', 'maya', { isErasing: true }),
      '',
      'form',
      ['maya left', 'forget path', 'clear, erasing device', 'forget activity', 'tell: maya left over', 'go to /login'],
    ],
    ['maya', left('idle', 'maya'), 'maya', 'form', ['maya left', 'end session', ...idle]],
    [
      'maya',
      left('idle', 'maya', { isInOtherTab: true }),
      '',
      'form',
      ['maya left', ...idle.filter((each) => !each.startsWith('tell'))],
    ],
    ['maya', left('idle', 'noor', { isInOtherTab: true }), '', 'form', ['maya account']],
  ])('%s: %j, cookie "%s", %s page', check)
})

describe('a visitor erases what is on this device', () => {
  const erased = (what: 'draft' | 'device', more = {}): PresenceEvent => ({ kind: 'erased', what, ...more })
  const elsewhere = { isInOtherTab: true }
  const device = ['visitor', 'forget path', 'clear, erasing device']
  test.each<Case>([
    ['visitor', erased('device'), '', 'form', ['visitor', 'mark device erased', ...device.slice(1)]],
    ['visitor', erased('device', elsewhere), '', 'form', device],
    ['maya', erased('device', elsewhere), 'maya', 'form', ['maya account']],
    ['visitor', erased('draft'), '', 'form', ['visitor', 'mark draft erased', 'discard draft']],
    ['visitor', erased('draft', elsewhere), '', 'form', ['visitor', 'clear, erasing draft']],
    ['maya', erased('draft', elsewhere), 'maya', 'form', ['maya account']],
  ])('%s: %j, cookie "%s", %s page', check)
})

describe('the application is submitted', () => {
  const submitted = (account: string, more = {}): PresenceEvent => ({ kind: 'submitted', account, ...more })
  test.each<Case>([
    [
      'maya',
      submitted('maya', { receipt }),
      'maya',
      'form',
      ['maya submitted', 'close', 'tell: maya submitted', 'go to /completion'],
    ],
    [
      'maya',
      submitted('maya'),
      'maya',
      'form',
      ['maya submitted', 'close', 'forget profile', 'tell: maya submitted', 'go to /completion'],
    ],
    ['maya', submitted('noor'), 'maya', 'form', ['maya account']],
    ['maya submitted', submitted('maya'), 'maya', 'start', ['maya submitted']],
    ['maya submitted', submitted('maya', { receipt }), 'maya', 'start', ['maya submitted', 'go to /completion']],
    ['visitor', submitted('maya'), '', 'form', ['visitor']],
  ])('%s: %j, cookie "%s", %s page', check)
})

function check(...[state, event, cookie, page, expected]: Case): void {
  expect(stepInWords(states[state], event, { cookie, page })).toEqual(expected)
}

describe('the message on /login', () => {
  const { username } = states.maya
  const messageAfter = (event: PresenceEvent) =>
    step(states.maya, event, { cookie: 'maya', page: 'form' }).effects.find((effect) => effect.do === 'go')?.state
  test.each([
    [left('person', 'maya'), { successMessage: 'You have been logged out.' }],
    [left('person', 'maya', { isTooLate: true }), { successMessage: expect.stringContaining('was not saved') }],
    [left('idle', 'maya'), { username, errorMessage: 'You have been automatically logged out due to inactivity.' }],
    [
      refused('unauthorized'),
      { username, errorMessage: 'Your session is invalid. Please clear your cookies and login again.' },
    ],
    [left('over', 'maya', { isErasing: true }), { errorMessage: expect.stringContaining('login again') }],
  ])('after %j, with the address only if the person did not log out', (event, state) =>
    expect(messageAfter(event)).toEqual(state),
  )
})
