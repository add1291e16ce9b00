import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../../client/index.ts'
import { createSaveQueue } from './save-queue.ts'
import { createRevisionsSeen } from './saving.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const saved = {
  message: 'Saved.',
  previous_revision: 0,
  revision: 1,
  saved_at: '2026-11-21T10:42:00Z',
  cleared: [],
  ignored: [],
  conflicts: {},
  superseded: {},
  canonical: {},
}

/** A queue whose server is the test: one request is open at a time. */
function made() {
  const values: Record<string, string> = {}
  const bodies: Record<string, string>[] = []
  let open = 0
  let mostOpen = 0
  let answer: { resolve: () => void; reject: (error: unknown) => void } | undefined
  const onStopped = vi.fn()
  const onSaved = vi.fn()
  let number = 0
  const queue = createSaveQueue({
    number: () => ++number,
    over: () => 0,
    read: (key) => values[key] ?? '',
    onSaved,
    onStopped,
    save: (body) => {
      bodies.push(body)
      mostOpen = Math.max(mostOpen, ++open)
      return new Promise((resolve, reject) => {
        const settle = (act: () => void) => () => {
          open -= 1
          act()
        }
        answer = { resolve: settle(() => resolve(saved)), reject: (error) => settle(() => reject(error))() }
      })
    },
  })
  return {
    queue,
    bodies,
    onSaved,
    onStopped,
    mostOpen: () => mostOpen,
    change(key: string, value: string, how: 'keystroke' | 'commit' = 'commit') {
      values[key] = value
      queue.changed([key], how)
    },
    async accept() {
      answer?.resolve()
      await vi.advanceTimersByTimeAsync(0)
    },
    async refuse(error: unknown) {
      answer?.reject(error)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const offline = () => new CallError('offline', 0, 'The server cannot be reached.')

test('an answer is sent once the field is left, and only what changed', async () => {
  const { queue, change, bodies, accept } = made()
  change('first_name', 'Maya')
  expect(queue.state()).toEqual({ kind: 'saving' })
  await accept()
  change('last_name', 'Ortega')
  await accept()
  expect(bodies).toEqual([{ first_name: 'Maya' }, { last_name: 'Ortega' }])
  expect(queue.state()).toEqual({ kind: 'saved' })
  expect(queue.unsaved()).toEqual([])
})

test('one request at a time, then the newest values', async () => {
  const { change, bodies, accept, mostOpen, queue } = made()
  change('first_name', 'M')
  change('first_name', 'Ma')
  change('first_name', 'Maya')
  change('city', 'Bozeman')
  expect(queue.unsaved()).toEqual(['first_name', 'city'])
  await accept()
  await accept()
  expect(bodies).toEqual([{ first_name: 'M' }, { first_name: 'Maya', city: 'Bozeman' }])
  expect(mostOpen()).toBe(1)
})

test('while a field stays focused its answer is sent every 20 s', async () => {
  const { change, bodies, accept } = made()
  change('essay', 'I', 'keystroke')
  await vi.advanceTimersByTimeAsync(19_000)
  change('essay', 'I am', 'keystroke')
  expect(bodies).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  change('essay', 'I am here', 'keystroke')
  await accept()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(bodies).toEqual([{ essay: 'I am' }, { essay: 'I am here' }])
})

test('an answer that only the server gives is never sent', async () => {
  const save = vi.fn(async () => saved)
  const queue = createSaveQueue({
    save,
    number: () => 1,
    over: () => 0,
    read: () => 'x',
    isSaved: (key) => key !== 'visa',
    onSaved: () => {},
    onStopped: () => {},
  })
  queue.changed(['visa'], 'commit')
  expect([await queue.flush(), save.mock.calls, queue.unsaved()]).toEqual([true, [], []])
  queue.changed(['visa', 'name'], 'commit')
  await queue.flush()
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'x' }, { name: { number: 1, over: 0 } })
})

describe('a save that failed', () => {
  test('is sent again after 2, 5, 15 and then every 30 s', async () => {
    const { change, bodies, refuse, queue } = made()
    change('city', 'Bozeman')
    await refuse(offline())
    expect(queue.state()).toEqual({ kind: 'unsaved', offline: true })
    for (const seconds of [2, 5, 15, 30, 30]) {
      const before = bodies.length
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(bodies.length).toBe(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(bodies.length).toBe(before + 1)
      await refuse(new CallError('busy', 503, 'Many people are here.'))
    }
    expect(queue.state()).toEqual({ kind: 'unsaved', offline: false })
    expect(queue.unsaved()).toEqual(['city'])
  })

  test('is sent again with the next change', async () => {
    const { change, bodies, refuse, accept, queue } = made()
    change('city', 'Bozeman')
    await refuse(offline())
    change('zip', '59715')
    await accept()
    expect(bodies.at(-1)).toEqual({ city: 'Bozeman', zip: '59715' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(bodies).toHaveLength(2)
    expect(queue.unsaved()).toEqual([])
  })

  test('is sent again at once if something changed before it failed', async () => {
    const { change, bodies, refuse } = made()
    change('city', 'Bozeman')
    change('zip', '59715')
    await refuse(offline())
    expect(bodies).toEqual([{ city: 'Bozeman' }, { city: 'Bozeman', zip: '59715' }])
  })

  test('is sent again on request', async () => {
    const { change, refuse, accept, queue } = made()
    change('city', 'Bozeman')
    await refuse(offline())
    const saved = queue.flush()
    await accept()
    expect(await saved).toBe(true)
  })
})

describe('a flush', () => {
  test('is true at once when there is nothing to save', async () => {
    expect(await made().queue.flush()).toBe(true)
  })

  test('waits for the open request and for later changes', async () => {
    const { change, queue, accept, bodies } = made()
    change('city', 'Boz')
    change('city', 'Bozeman', 'keystroke')
    const saved = queue.flush()
    await accept()
    await accept()
    expect(await saved).toBe(true)
    expect(bodies).toEqual([{ city: 'Boz' }, { city: 'Bozeman' }])
  })

  test('is false when the server cannot be reached', async () => {
    const { change, queue, refuse } = made()
    change('city', 'Bozeman')
    const saved = queue.flush()
    await refuse(offline())
    await refuse(offline()) // pressing Save sends it once more
    expect(await saved).toBe(false)
  })
})

test('keys the server refuses are left out and listed until they are changed', async () => {
  const { change, bodies, refuse, accept, queue } = made()
  change('city', 'Bozeman')
  change('essay', 'a\0b')
  await accept()
  await refuse(new CallError('malformed_answers', 400, 'Some answers…', { details: { keys: ['essay'] } }))
  expect(queue.refused()).toEqual(['essay'])
  change('zip', '59715')
  await accept()
  expect(bodies).toEqual([{ city: 'Bozeman' }, { essay: 'a\0b' }, { zip: '59715' }])
  change('essay', 'ab')
  expect(queue.refused()).toEqual([])
  expect(bodies.at(-1)).toEqual({ essay: 'ab' })
})

test('one faulty key does not hold up the others', async () => {
  const { change, bodies, refuse, accept } = made()
  change('first_name', 'Maya')
  change('nonsense', 'x')
  change('city', 'Bozeman')
  await accept()
  await refuse(new CallError('unknown_keys', 400, 'Some answers…', { details: { keys: ['nonsense'] } }))
  expect(bodies.at(-1)).toEqual({ city: 'Bozeman' })
})

test.each([
  ['after the end of the session', new CallError('unauthorized', 401, 'Your session is invalid.')],
  ['after submission', new CallError('already_submitted', 409, 'Already submitted.')],
])('%s nothing is sent again, and everything stays unsaved', async (_, error) => {
  const { change, bodies, refuse, queue, onStopped } = made()
  change('city', 'Bozeman')
  await refuse(error)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(bodies).toHaveLength(1)
  expect(onStopped).toHaveBeenCalledWith(error)
  expect(queue.unsaved()).toEqual(['city'])
})

test('an emptied queue sends nothing and ignores replies', async () => {
  const { change, bodies, accept, queue, onSaved } = made()
  change('city', 'Bozeman')
  queue.empty()
  await accept()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(bodies).toHaveLength(1)
  expect(onSaved).not.toHaveBeenCalled()
  expect(queue.state()).toEqual({ kind: 'quiet' })
})

test('a queue emptied while a request is open starts over for the next account', async () => {
  const { change, bodies, accept, queue } = made()
  change('city', 'Bozeman')
  queue.empty()
  change('city', 'Helena')
  expect(bodies.at(-1)).toEqual({ city: 'Helena' })
  await accept()
  expect(queue.unsaved()).toEqual([])
})

test('while typed text is not sent, the save line does not say that it is saved', async () => {
  const { queue, change, accept } = made()
  change('essay', 'I', 'keystroke')
  expect(queue.state()).toEqual({ kind: 'waiting' })
  await vi.advanceTimersByTimeAsync(20_000)
  change('essay', 'I am', 'keystroke')
  await accept()
  expect(queue.state()).toEqual({ kind: 'waiting' })
  change('essay', 'I am', 'commit')
  await accept()
  expect(queue.state()).toMatchObject({ kind: 'saved' })
})

test('an unreachable server is tried again without an event from the browser', async () => {
  const { change, bodies, refuse } = made()
  change('first_name', 'Maya')
  for (const pause of [2_000, 5_000, 10_000, 10_000, 10_000]) {
    await refuse(offline())
    const tries = bodies.length
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(bodies).toHaveLength(tries)
    await vi.advanceTimersByTimeAsync(1)
    expect(bodies).toHaveLength(tries + 1)
  }
})

test('the server may ask for a longer pause', async () => {
  const { change, bodies, refuse } = made()
  change('first_name', 'Maya')
  await refuse(new CallError('busy', 503, 'Later.', { retryAfter: 9 }))
  await vi.advanceTimersByTimeAsync(8_999)
  expect(bodies).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(bodies).toHaveLength(2)
})

test('a page that may end sends what waits beside the open request, and again until it is acknowledged', async () => {
  const { queue, change, bodies, accept } = made()
  change('first_name', 'Maya')
  change('essay', 'I am', 'keystroke')
  queue.sendBeforeLeaving()
  expect(bodies).toEqual([{ first_name: 'Maya' }, { essay: 'I am' }])
  expect(queue.unsaved()).toEqual(['essay', 'first_name'])
  await accept() // of the second request
  expect(queue.unsaved()).toEqual(['first_name'])
})

test('an answer that another device has changed is not sent without asking, even if typed after the request was sent', async () => {
  const values: Record<string, string> = {}
  const bodies: Record<string, string>[] = []
  const queue = createSaveQueue({
    number: () => 1,
    over: () => 0,
    read: (key) => values[key] ?? '',
    onSaved: () => {},
    onStopped: () => {},
    save: async (body) => {
      bodies.push(body)
      queue.changed(['city'], 'keystroke')
      return { ...saved, conflicts: { street: '1 Main', city: 'Butte' } }
    },
  })
  queue.changed(['street'], 'commit')
  await queue.flush()
  expect(bodies).toEqual([{ street: '' }])
  expect(queue.unsaved()).toEqual([])
})

test('an answer settled by a request sent before leaving is saved, even if another request still contains it', async () => {
  const answers: ((reply: typeof saved) => void)[] = []
  const queue = createSaveQueue({
    number: () => 1,
    over: () => 0,
    read: () => 'Butte',
    onSaved: () => {},
    onStopped: () => {},
    save: () => new Promise((resolve) => void answers.push(resolve)),
  })
  queue.changed(['city'], 'keystroke')
  queue.sendBeforeLeaving()
  const whole = queue.flush()
  expect(queue.unsaved()).toEqual(['city'])
  answers[0]?.(saved)
  await vi.advanceTimersByTimeAsync(0)
  expect([queue.unsaved(), queue.orders()]).toEqual([[], {}])
  answers[1]?.(saved)
  expect(await whole).toBe(true)
})

test('a reply older than a profile read since does not restore what that profile replaced', () => {
  const revisions = createRevisionsSeen()
  revisions.caughtUp({ revision: 6, answer: { city: 'Helena' } })
  expect(revisions.newest(4, { city: 'Butte', zip: '59701' })).toEqual({ city: 'Helena', zip: '' })
  expect(revisions.newest(7, { city: 'Butte' })).toEqual({ city: 'Butte' })
  revisions.forget()
  expect(revisions.newest(1, { city: 'Butte' })).toEqual({ city: 'Butte' })
})
