import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createRecentAnswers } from './recent-answers.ts'
import { emptyRecord, type StoredRecord } from './stored-record.ts'

const sealer = createKeyRing({ secretKeys: [{ id: 'k1', bytes: randomBytes(32) }], dataDir: '' })
const row = { id: '', document_answer: {}, revision: 0, last_page: '', data_key: null }
const known = (essay: string, packed: StoredRecord['packed'] = null) => ({
  version: '1',
  sealer,
  row,
  record: { ...emptyRecord, answers: { decision_essay: essay }, packed },
})

beforeAll(() => vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

test('answers stay in memory for five minutes after the last save, and then nobody needs to come for them to go', () => {
  const recent = createRecentAnswers(1)
  recent.set('one', known('Here'))
  vi.advanceTimersByTime(4 * 60_000)
  recent.set('one', known('Here still'))
  vi.advanceTimersByTime(4 * 60_000)
  expect(recent.get('one')).toEqual(known('Here still'))
  vi.advanceTimersByTime(60_001)
  expect(recent.size()).toBe(0)
})

test('those of the longest ago go first when there is no more room, and what is too large is not kept', () => {
  const recent = createRecentAnswers(2)
  const long = 'x'.repeat(400_000)
  for (const account of ['one', 'two']) recent.set(account, known(long))
  recent.get('one')
  recent.set('three', known(long))
  expect(['one', 'two', 'three'].filter((account) => recent.get(account))).toEqual(['one', 'three'])
  recent.set('three', known('x'.repeat(1_000_001)))
  expect(recent.get('three')).toBeUndefined()
})

test('what is kept for the next save counts, too', () => {
  const recent = createRecentAnswers(2)
  const packed = { base: randomBytes(700_000), since: {}, text: '{}' }
  for (const account of ['one', 'two']) recent.set(account, known('x'.repeat(400_000), packed))
  expect(['one', 'two'].filter((account) => recent.get(account))).toEqual(['two'])
})
