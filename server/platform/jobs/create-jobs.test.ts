import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withoutRepeats } from './create-jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an outage that the workers of every queue meet is one line every ten seconds, and another reason its own', () => {
  const logged: string[] = []
  const report = withoutRepeats(({ message }) => logged.push(message))
  const refused = 'connect ECONNREFUSED 127.0.0.1:5432'
  for (let second = 0; second < 20; second += 1) {
    report(new Error(refused))
    for (const queue of ['mail', 'convert-document', '__pgboss__send-it'])
      report(new Error(`${refused} (Queue: ${queue}, Worker: ${crypto.randomUUID()})`))
    vi.advanceTimersByTime(1_000)
  }
  report(new Error('the database system is starting up (Queue: mail, Worker: 2bd2e40f)'))
  expect(logged).toEqual([refused, refused, 'the database system is starting up (Queue: mail, Worker: 2bd2e40f)'])
})
