import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Profile } from '../../api/index.ts'
import { newProfile } from '../client/testing/index.ts'
import {
  accountIn,
  type BrowserState,
  type Effect,
  type Presence,
  type PresenceEvent,
  type Step,
  step,
} from './presence.ts'

const accounts = ['maya', 'noor'] as const
const account = fc.constantFrom(...accounts)
const owner = fc.constantFrom('', ...accounts)
const receipt = { message: 'Received.', reference: 'FQ3E-JW3T', submitted_at: '2026-11-21T10:42:00Z', version: 1 }
const profile: fc.Arbitrary<Profile> = fc.record({ account_id: account, isSubmitted: fc.boolean() }).map(
  ({ account_id, isSubmitted }): Profile => ({
    ...newProfile,
    account_id,
    username: account_id,
    web_status: isSubmitted
      ? (['started', 'validating', 'submitted'] as const).map((each) => ({ web_status: each, at: '' }))
      : [],
  }),
)
const event: fc.Arbitrary<PresenceEvent> = fc.oneof(
  fc.constant({ kind: 'visitor entered' } as const),
  fc.constant({ kind: 'profile requested' } as const),
  fc.constant({ kind: 'cookie checked' } as const),
  fc.record({ kind: fc.constant('loaded' as const), isOverdue: fc.boolean() }),
  fc.record({ kind: fc.constant('profile read' as const), profile, cookie: owner }),
  fc.record({
    kind: fc.constant('refused' as const),
    why: fc.constantFrom('unauthorized', 'other_account', 'already_submitted'),
    account: fc.option(owner, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('owner read' as const), expected: account, account }),
  fc.record(
    {
      kind: fc.constant('left' as const),
      how: fc.constantFrom('person', 'idle', 'over'),
      account: owner,
      isInOtherTab: fc.boolean(),
      isErasing: fc.boolean(),
    },
    { requiredKeys: ['kind', 'how', 'account'] },
  ),
  fc.record({
    kind: fc.constant('erased' as const),
    what: fc.constantFrom('draft', 'device'),
    isInOtherTab: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('renamed' as const), account, username: account, isInOtherTab: fc.boolean() }),
  fc.record(
    { kind: fc.constant('submitted' as const), account, receipt: fc.constant(receipt) },
    { requiredKeys: ['kind', 'account'] },
  ),
)
const browser: fc.Arbitrary<BrowserState> = fc.record({
  cookie: owner,
  page: fc.constantFrom('form', 'start', 'card', 'reset', 'other'),
})
const visit = fc.array(fc.tuple(event, browser, fc.boolean()), { maxLength: 30 })

/** A person's answers in this model: those on the screen and not saved, and those stored on the device, by owner. */
type Model = { screen: { owner: string; unsaved: number }; stored: Record<string, number>; tooLate: number }

/** Applies to the model what the effects do to the screen and the device. */
function perform(model: Model, effect: Effect): void {
  const { screen, stored } = model
  const store = () => {
    stored[screen.owner] = (stored[screen.owner] ?? 0) + screen.unsaved
  }
  if (effect.do === 'show') {
    store()
    const next = effect.profile.account_id
    const arriving = (stored[next] ?? 0) + (stored[''] ?? 0)
    stored[next] = 0
    stored[''] = 0
    model.screen = { owner: next, unsaved: arriving }
  } else if (effect.do === 'clear') {
    if (effect.erasing === 'device') model.stored = {}
    else if (effect.erasing === 'draft') stored[''] = 0
    else store()
    model.screen = { owner: '', unsaved: 0 }
  } else if (effect.do === 'discard draft') stored[''] = 0
  else if (effect.do === 'close') {
    model.tooLate += screen.unsaved
    screen.unsaved = 0
  }
}
const answersIn = ({ screen, stored, tooLate }: Model) =>
  screen.unsaved + tooLate + Object.values(stored).reduce((sum, count) => sum + count, 0)

/** Simulates a visit, with typing where the schedule has it, and checks each step. */
function live(
  events: readonly (readonly [PresenceEvent, BrowserState, boolean])[],
  check: (given: {
    before: Presence
    after: Presence
    event: PresenceEvent
    around: BrowserState
    effects: readonly Effect[]
    model: Model
    answersBefore: number
  }) => void,
): void {
  let before: Presence = { at: 'opened', tried: '' }
  const model: Model = { screen: { owner: '', unsaved: 0 }, stored: {}, tooLate: 0 }
  for (const [happened, around, types] of events) {
    if (types && before.at !== 'submitted') model.screen.unsaved += 1
    const answersBefore = answersIn(model)
    const { state: after, effects } = step(before, happened, around)
    for (const effect of effects) perform(model, effect)
    check({ before, after, event: happened, around, effects, model, answersBefore })
    before = after
  }
}
const always = (check: Parameters<typeof live>[1]) =>
  fc.assert(
    fc.property(visit, (events) => live(events, check)),
    { numRuns: 2_000 },
  )

test('the screen shows only the application of the current person', () =>
  always(({ after, model }) => expect(model.screen.owner).toBe(accountIn(after))))

test('an unsaved answer is never lost, unless its owner logs out, or a visitor erases', () =>
  always(({ event: { kind, ...rest }, model, answersBefore }) => {
    const isAsked =
      kind === 'erased' || (kind === 'left' && 'how' in rest && (rest.how === 'person' || rest.isErasing === true))
    if (!isAsked) expect(answersIn(model)).toBe(answersBefore)
  }))

test('an event about another person does not affect the current one', () =>
  always(({ before, after, event: happened, effects }) => {
    const about =
      happened.kind === 'owner read' ? happened.expected : 'account' in happened ? happened.account : undefined
    if (accountIn(before) === '' || about === undefined || about === '' || about === accountIn(before)) return
    expect([after, effects]).toEqual([before, []])
  }))

test('there are no redirect loops: following the browser settles on one page', () =>
  always(({ after, around }) => {
    const isSent = ({ effects }: Step) => effects.some(({ do: kind }) => kind === 'go')
    const first = step(after, { kind: 'cookie checked' }, around)
    const { cookie } = around
    // The page that opens then reads the profile of the account in the cookie.
    const then: Presence =
      isSent(first) && cookie !== '' ? { at: 'account', account: cookie, username: cookie, cookie } : first.state
    expect(isSent(step(then, { kind: 'cookie checked' }, around))).toBe(false)
  }))

test('an event redirects once at most, after its other effects', () =>
  always(({ effects }) => {
    const goes = effects.flatMap(({ do: kind }, index) => (kind === 'go' ? [index] : []))
    expect(goes).toEqual(goes.length === 0 ? [] : [effects.length - 1])
  }))

test('this tab informs the others of every change, and never repeats their messages', () =>
  always(({ before, after, event: happened, effects }) => {
    const isTold = happened.kind === 'left' && happened.isInOtherTab === true
    const messages = effects.flatMap((effect) => (effect.do === 'tell tabs' ? [effect.message.kind] : []))
    if (isTold) expect(messages).toEqual([])
    else if (before.at !== 'submitted' && after.at === 'submitted') expect(messages).toContain('submitted')
    else if (accountIn(before) !== '' && after.at === 'left') expect(messages).toContain('left')
  }))
