// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  delivery,
  enter,
  expectAccessible,
  fill,
  named,
  openDesk,
  press,
  refused,
  until,
  words,
} from './desk-for-test.tsx'

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())
const open = async (...[address, more]: Parameters<typeof openDesk>) => {
  desk = await openDesk(address, { role: 'data_steward', ...more })
}

describe('deliveries', () => {
  test('one is made only after a question, and what came of it is said', async () => {
    const message = 'Delivery 13: 7 applications delivered, 0 held back. It was sent.'
    await open('/staff/deliveries', { replies: { makeDelivery: { done: true, message } } })
    await press('Make a delivery')
    await until(() => expect(words('[role=dialog]')).toContain('Hand applications over to registrar?'))
    await expectAccessible()
    expect(desk.bodiesOf('makeDelivery')).toEqual([])
    await press('Hand over')
    await until(() => expect(words('main [aria-live]')).toContain(message))
    expect(desk.bodiesOf('makeDelivery')).toEqual([{ target: 'registrar' }])
  })

  test('a refusal says why, and an old sign-in leads to a fresh one and back here', async () => {
    let reply = refused(409, 'declined', 'A delivery to registrar has been under way since noon, by Sam Ortiz.')
    await open('/staff/deliveries', { hasProvider: true, replies: { makeDelivery: () => reply } })
    await press('Make a delivery')
    await press('Hand over')
    await until(() => expect(words('[role=alert]')).toContain('by Sam Ortiz.'))
    reply = refused(403, 'old_sign_in', 'Please sign in again.')
    await press('Make a delivery')
    await press('Hand over')
    await until(() => expect(words('[role=alert]')).toContain('Please sign in again.'))
    expect(named('a', 'Sign in again').getAttribute('href')).toBe(
      `/staff/sign-in?${new URLSearchParams({ return: '/staff/deliveries', fresh: '1' })}`,
    )
    await expectAccessible()
  })

  test('one that takes a while is looked at again until it is done', async () => {
    let state = 'under_way'
    await open('/staff/deliveries', {
      replies: { listDeliveries: () => ({ deliveries: [{ ...delivery, state, sent_at: null }], next: null }) },
    })
    await until(() => expect(words('main table')).toContain('Under way'))
    const before = desk.bodiesOf('listTargets').length
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'], shouldAdvanceTime: true })
    state = 'kept'
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await until(() => expect(words('main table')).toContain('Kept on the server'))
    await until(() => expect(desk.bodiesOf('listTargets').length).toBeGreaterThan(before))
  })

  test('what was not sent can be sent, and a dry run asks nothing', async () => {
    await open('/staff/deliveries', {
      replies: { listDeliveries: { deliveries: [{ ...delivery, state: 'not_sent', sent_at: null }], next: null } },
    })
    await press('Send again')
    await until(() => expect(desk.bodiesOf('sendDeliveries')).toEqual([{ target: 'registrar' }]))
    await press('Dry run')
    await until(() => expect(desk.bodiesOf('tryDelivery')).toEqual([{ target: 'registrar' }]))
  })

  test('what is wrong with the file of the operator is said', async () => {
    const problem = 'DELIVERIES_FILE is not JSON.'
    await open('/staff/deliveries', { replies: { listTargets: { targets: [], problem, attempts: [] } } })
    await until(() => expect(words('main')).toContain(problem))
    expect(words('main')).not.toContain('No system is set up')
    await expectAccessible()
  })

  test('one whose copy has expired is made again', async () => {
    const expired = { ...delivery, expired_at: delivery.at, file_count: 0, files: [], empty_columns: [] }
    await open('/staff/delivery?id=12', { replies: { readDelivery: { ...expired, held_back_applications: [] } } })
    await press('Make it again')
    await until(() => expect(words('main [aria-live]')).toContain('Done.'))
    expect(desk.calls.find(([name]) => name === 'makeDeliveryAgain')?.[2]).toBe('/staff/api/deliveries/12/again')
  })
})

describe('tokens', () => {
  const made = { token: 'cwy_0123_secret', name: 'advising', expires_at: delivery.at }

  test('one is shown once, and gone when it is hidden or the page is left', async () => {
    await open('/staff/tokens', { replies: { makeToken: made } })
    await fill('Name of the system', 'advising')
    await fill('Networks', '192.0.2.0/24, 2001:db8::/32')
    await press('Read documents and packets', 'input')
    await enter('Name of the system')
    await until(() => expect(words('main code')).toBe('cwy_0123_secret'))
    expect(desk.bodiesOf('makeToken')).toEqual([
      {
        name: 'advising',
        rights: ['changes', 'documents'],
        networks: ['192.0.2.0/24', '2001:db8::/32'],
        purpose: '',
        days: 90,
        sandbox: false,
      },
    ])
    await expectAccessible()
    await press('Hide')
    expect(words('main')).not.toContain('cwy_')
    const kept = JSON.stringify([window.location.href, history.state, { ...localStorage }, { ...sessionStorage }])
    expect(kept).not.toContain('cwy_')
  })

  test('one that reads numbers says what it needs, and is not sent without it', async () => {
    await open('/staff/tokens', { replies: { makeToken: { ...made, is_waiting: true } } })
    await fill('Name of the system', 'sis')
    await press('Read Social Security numbers', 'input')
    expect(words('main')).toContain('An administrator other than you must confirm it')
    await fill('Networks', '192.0.2.0/24')
    await enter('Name of the system')
    expect(desk.bodiesOf('makeToken')).toEqual([])
    await fill('What is it for?', 'nightly load')
    await fill('Days', '91')
    await enter('Name of the system')
    expect(desk.bodiesOf('makeToken')).toEqual([])
    await fill('Days', '90')
    await enter('Name of the system')
    await until(() =>
      expect(words('main')).toContain('reads nothing until an administrator other than you confirms it'),
    )
    expect(desk.bodiesOf('makeToken')).toMatchObject([
      { rights: ['changes', 'ssn'], purpose: 'nightly load', days: 90 },
    ])
    await expectAccessible()
  })

  const waiting = {
    ...{ id: 't2', name: 'sis', rights: ['changes', 'ssn'], networks: ['192.0.2.0/24'], purpose: 'nightly load' },
    ...{ by: 'Dana Reyes', owner: 'Dana Reyes', confirmed_by: '', state: 'waiting' as const },
    ...{ until: '2026-12-21T18:00:00Z', last_used_at: null, is_sandbox: false },
  }
  test.each([
    ['administrator', false, ['Confirm sis', 'End sis']],
    ['administrator', true, ['End sis']],
    ['data_steward', false, ['Take over sis', 'End sis']],
    ['data_steward', true, ['End sis']],
  ] as const)('a %s sees one that waits (own: %s) and what they may do with it', async (role, is_own, offered) => {
    await open('/staff/tokens', { role, replies: { listTokens: { tokens: [{ ...waiting, is_own }] } } })
    await until(() => expect(words('main')).toContain('Not confirmed, until'))
    const buttons = [...document.querySelectorAll('main td button')].map((each) => each.getAttribute('aria-label'))
    expect(buttons).toEqual(offered)
    expect(words('main').includes('Make a token')).toBe(role === 'data_steward')
    const [first] = offered
    if (first !== 'End sis') await press(first)
    const call = first === 'Confirm sis' ? 'confirmToken' : 'takeOverToken'
    await until(() => expect(desk.bodiesOf(call)).toEqual(first === 'End sis' ? [] : [{ name: 'sis' }]))
    await expectAccessible()
  })

  test('one without any right is not asked for', async () => {
    await open('/staff/tokens')
    await press('Read changes and applications', 'input')
    expect(named('button', 'Make it').hasAttribute('disabled')).toBe(true)
  })

  test('a refusal shows no token', async () => {
    await open('/staff/tokens', {
      replies: { makeToken: refused(409, 'declined', 'There is a token advising already.') },
    })
    await fill('Name of the system', 'advising')
    await enter('Name of the system')
    await until(() => expect(words('[role=alert]')).toContain('There is a token advising already.'))
    expect(document.querySelector('main code')).toBeNull()
  })

  test('one is ended after a question, and an ended one is not offered again', async () => {
    await open('/staff/tokens')
    await until(() => named('button', 'End advising'))
    expect(() => named('button', 'End trial')).toThrow()
    await press('End advising')
    await until(() => expect(words('[role=dialog]')).toContain('End advising?'))
    await expectAccessible()
    await press('End it')
    await until(() => expect(desk.bodiesOf('endToken')).toEqual([{ name: 'advising' }]))
  })
})

describe('acknowledgements', () => {
  test('an answer about one application is recorded for the system that is picked', async () => {
    await open('/staff/acknowledgements')
    await until(() => named('select', 'System that answered'))
    await fill('System that answered', 'api:advising')
    await fill('Reference number', 'ABCD-2345')
    await fill('Answer', 'rejected')
    await fill('Reason', 'no such term')
    await enter('Reference number')
    await until(() =>
      expect(desk.bodiesOf('recordAcknowledgement')).toEqual([
        {
          target: 'api:advising',
          reference: 'ABCD-2345',
          result: 'rejected',
          their_id: '',
          reason: 'no such term',
        },
      ]),
    )
    await until(() => expect(words('main [aria-live]')).toContain('Done.'))
    await expectAccessible()
  })

  test.each([
    ['in UTF-8', new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'a', ''],
    ['in another encoding', new Uint8Array([0xff, 0xfe, 0x61]), undefined, 'answers.csv is not in UTF-8.'],
  ])('a file %s', async (_, bytes, sent, problem) => {
    await open('/staff/acknowledgements')
    const field = await until(() => named('input', 'Answers in a file (CSV)'))
    Object.defineProperty(field, 'files', { value: [new File([bytes], 'answers.csv')] })
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await press('Record the file')
    if (sent === undefined) await until(() => expect(words('[role=alert]')).toContain(problem))
    else
      await until(() => expect(desk.bodiesOf('recordAcknowledgements')).toEqual([{ target: 'registrar', file: sent }]))
  })
})
