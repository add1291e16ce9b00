import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type AnswerMap,
  address,
  choice,
  confirmByButton,
  emptyApplication,
  form,
  is,
  page,
  ssn,
  text,
  tick,
  tickGroup,
  when,
} from '../../../../engine/index.ts'
import { proves } from '../../../../testing/proves.ts'
import {
  createDrafts,
  createDurableStorage,
  createMemoryStorage,
  type DeviceStorages,
  sortVisitorAnswers,
} from './drafts.ts'

describe('drafts', () => {
  describe('drafts', () => {
    const DAY = 24 * 60 * 60 * 1000

    const asked = form('1', [
      page('about', 'About', [
        text('first_name', 'First Name'),
        text('gender', 'Gender', { care: 'sensitive' }),
        ssn('ssn', 'SSN'),
        confirmByButton('relatives', 'Add relatives', [], []),
        tickGroup('Any of these?', [tick('arson', 'Arson', { care: 'sensitive' })], {
          none: tick('crime_no', 'None of these', { care: 'sensitive' }),
          gate: { question: 'Any of these?', no: 'No', yes: 'Yes' },
        }),
      ]),
    ])

    function made(
      storages: DeviceStorages = {
        none: createMemoryStorage(),
        sensitive: createMemoryStorage(),
        secret: createMemoryStorage(),
      },
    ) {
      const clock = { now: Date.parse('2026-11-21T10:00:00Z') }
      return { clock, storages, drafts: createDrafts({ form: asked, storages, now: () => clock.now }) }
    }

    const stored = ({ none, sensitive, secret }: DeviceStorages) =>
      [none, sensitive, secret].map((storage) => storage.getItem('causeway.drafts') ?? '')
    const answer = { first_name: 'Maya', gender: 'F', ssn: '123-45-6789' }

    test("a visitor's answers are stored on the device and read again", () => {
      const { drafts } = made()
      drafts.keep('visitor', { answer, add_another: { college: 3, parent: 1 } })
      expect(drafts.read('visitor'), proves('1.visitor.2')).toEqual({
        answer,
        add_another: { college: 3 },
        withheld: [],
        orders: {},
        at: expect.any(Number),
      })
    })

    test('a draft says when it was last stored', () => {
      const { clock, drafts } = made()
      expect(drafts.read('visitor').at).toBeUndefined()
      drafts.keep('visitor', { answer })
      clock.now += 60_000
      drafts.keep('visitor', { answer: { first_name: 'Ana' } })
      expect(drafts.read('visitor').at).toBe(clock.now)
    })

    test("an owner's draft is extended key by key, and only the keys in `gone` are removed", () => {
      const { drafts } = made()
      drafts.keep('visitor', { answer, add_another: { college: 3 } })
      drafts.keep('visitor', {
        answer: { first_name: 'Ana' },
        gone: new Map([
          ['gender', 0],
          ['ssn', 0],
        ]),
        add_another: { college: 1, test: 2 },
      })
      expect(drafts.read('visitor')).toEqual({
        answer: { first_name: 'Ana' },
        add_another: { test: 2 },
        withheld: [],
        orders: {},
        at: expect.any(Number),
      })
    })

    test('a draft that was erased in another tab is not in the storage of a tab that was closed before', () => {
      const { clock, storages, drafts } = made()
      drafts.keep('visitor', { answer })
      drafts.keep({ account: 'a' }, { answer })
      storages.none.setItem('causeway.erased', `draft ${clock.now}`)
      expect(drafts.read('visitor').answer).toEqual({})
      expect(drafts.read({ account: 'a' }).answer).toEqual(answer)
      clock.now -= DAY // a clock that was set back makes nothing look erased
      drafts.keep('visitor', { answer: { first_name: 'Ana' } })
      expect(drafts.read('visitor').answer).toEqual({ first_name: 'Ana' })
    })

    test('each grade of care has its own storage', () => {
      const { drafts, storages } = made()
      drafts.keep('visitor', { answer, add_another: {} })
      const [none, sensitive, secret] = stored(storages)
      expect(none).toContain('Maya')
      expect(none).not.toMatch(/gender|6789/)
      expect(sensitive).toContain('gender')
      expect(sensitive).not.toMatch(/Maya|ssn|6789/)
      expect(secret).toContain('6789')
    })

    test('what is opened is stored on the device until it is saved, a sensitive "yes" in its tab alone', () => {
      const { drafts, storages } = made()
      drafts.keep('visitor', { answer: {}, add_another: { relatives: 1, crime_no: 1, college: 1 } })
      expect(drafts.read('visitor').add_another).toEqual({ relatives: 1, crime_no: 1 })
      const [none, sensitive] = stored(storages)
      expect([none, sensitive].map((each) => each?.includes('crime_no'))).toEqual([false, true])
      drafts.keep('visitor', { answer: {}, add_another: { relatives: 0, crime_no: 0 } })
      expect(stored(storages)).toEqual(['', '', ''])
    })

    test('after a refresh a secret answer is gone and listed as withheld', () => {
      const { drafts, storages } = made()
      drafts.keep('visitor', { answer, add_another: {} })
      const later = made({ ...storages, secret: createMemoryStorage() })
      expect(later.drafts.read('visitor')).toEqual({
        answer: { first_name: 'Maya', gender: 'F' },
        add_another: {},
        withheld: ['ssn'],
        orders: {},
        at: expect.any(Number),
      })
    })

    test('an account reads its own draft and no other', () => {
      const { drafts } = made()
      drafts.keep({ account: 'a' }, { answer: { first_name: 'Maya' }, add_another: {} })
      drafts.keep('visitor', { answer: { first_name: 'Ana' }, add_another: {} })
      expect(drafts.read({ account: 'a' }).answer).toEqual({ first_name: 'Maya' })
      expect(drafts.read({ account: 'b' }).answer).toEqual({})
      expect(drafts.read({ account: 'visitor' }).answer).toEqual({})
    })

    test('an empty answer of an account is stored, because the person emptied it', () => {
      const { drafts } = made()
      drafts.keep({ account: 'a' }, { answer: { first_name: '' }, add_another: {} })
      expect(drafts.read({ account: 'a' }).answer).toEqual({ first_name: '' })
    })

    test('after 24 hours a draft is erased from the device', () => {
      const { drafts, clock, storages } = made()
      drafts.keep('visitor', { answer, add_another: {} })
      clock.now += DAY - 1
      expect(drafts.read('visitor').answer).toEqual(answer)
      clock.now += 1
      expect(drafts.read('visitor').answer).toEqual({})
      expect(stored(storages)).toEqual(['', '', ''])
    })

    test('forgetting one owner leaves the others; erasing leaves nothing', () => {
      const { drafts, storages } = made()
      drafts.keep('visitor', { answer, add_another: {} })
      drafts.keep({ account: 'a' }, { answer, add_another: {} })
      drafts.forget('visitor')
      expect(drafts.read('visitor').answer).toEqual({})
      expect(drafts.read({ account: 'a' }).answer).toEqual(answer)
      drafts.eraseAll()
      expect(stored(storages)).toEqual(['', '', ''])
    })

    test.each(['', 'nonsense', 'null', '[]', '{"visitor":7}', '{"visitor":{"at":"now","answer":{},"add_another":{}}}'])(
      'a storage that holds %j holds nothing',
      (text) => {
        const { drafts, storages } = made()
        storages.none.setItem('causeway.drafts', text)
        expect(drafts.read('visitor')).toEqual({ answer: {}, add_another: {}, withheld: [], orders: {} })
      },
    )

    test('a draft of a clock that was ahead stays a day from when that is seen, and no longer', () => {
      const { drafts, clock } = made()
      clock.now += 30 * DAY
      for (const owner of ['visitor', { account: 'a' }] as const) drafts.keep(owner, { answer })
      clock.now -= 30 * DAY
      for (const owner of ['visitor', { account: 'a' }] as const) expect(drafts.read(owner).answer).toEqual(answer)
      clock.now += DAY - 1
      for (const owner of ['visitor', { account: 'a' }] as const) expect(drafts.read(owner).answer).toEqual(answer)
      clock.now += 1
      for (const owner of ['visitor', { account: 'a' }] as const) expect(drafts.read(owner).answer).toEqual({})
    })
  })

  describe('sort visitor answers', () => {
    const citizen = choice('us_citizen', 'US citizen', [
      ['Y', 'Yes'],
      ['N', 'No'],
    ])

    const asked = form('1', [
      page('about', 'About', [
        text('first_name', 'First Name'),
        citizen,
        when(is(citizen, 'N'), [text('citizenship', 'Citizenship')]),
        address('Home', [text('street', 'Street'), text('unit', 'Unit'), text('city', 'City')]),
        tickGroup('Crimes', [tick('arson', 'Arson'), tick('dui', 'Driving')], { none: tick('none', 'None') }),
      ]),
    ])

    test.each<[string, AnswerMap, AnswerMap, { fills: AnswerMap; asks: AnswerMap }]>([
      ['nothing saved', {}, { first_name: 'Maya' }, { fills: { first_name: 'Maya' }, asks: {} }],
      ['the same saved', { first_name: 'Maya' }, { first_name: 'Maya' }, { fills: {}, asks: {} }],
      ['another saved', { first_name: 'Ana' }, { first_name: 'Maya' }, { fills: {}, asks: { first_name: 'Maya' } }],
      ['emptied', { first_name: ' ' }, { first_name: 'Maya' }, { fills: { first_name: 'Maya' }, asks: {} }],
      ['blank in the draft', { first_name: 'Ana' }, { first_name: ' ' }, { fills: {}, asks: {} }],
      ['a key that nobody asks', {}, { nonsense: 'x' }, { fills: {}, asks: {} }],
      [
        'hidden by what is saved: it waits with the answer that would show it',
        { us_citizen: 'Y' },
        { us_citizen: 'N', citizenship: 'CAN' },
        { fills: {}, asks: { us_citizen: 'N', citizenship: 'CAN' } },
      ],
      ['hidden, and nothing differs', { us_citizen: 'Y' }, { citizenship: 'CAN' }, { fills: {}, asks: {} }],
      [
        'part of an address that differs: all of it waits, its empty lines too',
        { street: '1 Main', unit: '3B', first_name: 'Maya' },
        { street: '2 Elm', city: 'Helena', first_name: 'Maya' },
        { fills: {}, asks: { street: '2 Elm', unit: '', city: 'Helena' } },
      ],
      [
        'part of an address, and nothing differs',
        { city: 'Butte' },
        { street: '2 Elm', city: 'Butte' },
        { fills: { street: '2 Elm' }, asks: {} },
      ],
      [
        'a tick that what is saved excludes',
        { none: 'true' },
        { arson: 'true' },
        { fills: {}, asks: { arson: 'true', none: '' } },
      ],
      ['a tick beside a saved one', { dui: 'true' }, { arson: 'true' }, { fills: { arson: 'true' }, asks: {} }],
    ])('%s', (_, answer, visitorDraft, expected) => {
      expect(sortVisitorAnswers(asked, { ...emptyApplication, answer }, visitorDraft)).toEqual(expected)
    })
  })
})

describe('device storages', () => {
  /** The parts of a database that the storage uses; `items` holds its content. */
  function databaseWith(items: Map<string, unknown>) {
    const answered = <Result>(result: Result) => {
      const request = { result, onsuccess: () => {}, onerror: () => {} }
      queueMicrotask(() => request.onsuccess())
      return request
    }
    const store = {
      get: (name: string) => answered(items.get(name)),
      put: (value: unknown, name: string) => items.set(name, value),
    }
    return { open: () => answered({ transaction: () => ({ objectStore: () => store }) }) }
  }

  const now = Date.parse('2026-11-21T10:00:00Z')

  const opened = async (local: ReturnType<typeof createMemoryStorage>) => {
    const storage = createDurableStorage(local, 'drafts')
    await storage.restored
    return storage
  }

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  describe.each([
    ['a second later', 1000],
    ['while its clock is set back by a day', -86_400_000],
    ['in the same millisecond', 0],
  ])('a browser that is killed before it writes local storage to disk, %s', (_, later) => {
    const dying = async (last: (storage: Awaited<ReturnType<typeof opened>>) => void) => {
      vi.useFakeTimers({ now, toFake: ['Date'] })
      const items = new Map<string, unknown>()
      vi.stubGlobal('indexedDB', databaseWith(items))
      const local = createMemoryStorage()
      const storage = await opened(local)
      storage.setItem('drafts', 'old')
      const onDisk = local.getItem('drafts') ?? ''
      vi.setSystemTime(now + later)
      last(storage)
      await Promise.resolve() // the database writes at once
      local.setItem('drafts', onDisk)
      return opened(local)
    }
    test('restores the newest text', async () => {
      expect((await dying((storage) => storage.setItem('drafts', 'new\nlines'))).getItem('drafts')).toBe('new\nlines')
    })
    test('does not restore a removed item', async () => {
      expect((await dying((storage) => storage.removeItem('drafts'))).getItem('drafts')).toBeNull()
    })
  })

  test('a removed item does not come back from a database that missed the removal', async () => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    vi.stubGlobal('indexedDB', databaseWith(new Map([['drafts', { at: now - 1, text: 'old' }]])))
    const local = createMemoryStorage()
    local.setItem('drafts', `${now} `)
    expect((await opened(local)).getItem('drafts')).toBeNull()
  })

  test('without a database it works like the given storage', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const storage = await opened(createMemoryStorage())
    storage.setItem('drafts', 'text')
    storage.setItem('other', 'plain')
    expect([storage.getItem('drafts'), storage.getItem('other')]).toEqual(['text', 'plain'])
    storage.removeItem('drafts')
    expect(storage.getItem('drafts')).toBeNull()
  })

  test('it waits at most a second for a database that does not reply', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => ({}) })
    const { restored } = createDurableStorage(createMemoryStorage(), 'drafts')
    await vi.advanceTimersByTimeAsync(1000)
    await restored
  })
})
