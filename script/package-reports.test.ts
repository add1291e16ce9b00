import { expect, test } from 'vitest'
import { auditVerdict, overdueLine } from './package-reports.ts'

const report = (vulnerabilities: Record<string, number>, named = {}) =>
  JSON.stringify({ metadata: { vulnerabilities }, vulnerabilities: named })

test.each([
  ['', false, /^NOT AUDITED: .*\(no answer\)/],
  ['{"message":"405 Method Not Allowed"}', false, /^NOT AUDITED: .*405/],
  [report({ critical: 0, high: 0, moderate: 0, low: 0 }), false, /0 critical, 0 high/],
  [report({ low: 1 }, { zod: { severity: 'low' } }), false, /1 low.*zod \(low\)/],
  [report({ moderate: 1 }, { zod: { severity: 'moderate' } }), true, /1 moderate.*zod \(moderate\)/],
  [report({ high: 1 }, { pg: { severity: 'high' } }), true, /1 high.*pg \(high\)/],
  [report({ critical: 2 }), true, /2 critical/],
])('%s', (text, fails, line) => {
  const verdict = auditVerdict(text)
  expect(verdict.fails).toBe(fails)
  expect(verdict.line).toMatch(line)
})

const published = {
  created: '2020-01-01T00:00:00Z',
  modified: '2026-11-20T00:00:00Z',
  '5.9.0': '2026-01-01T00:00:00Z',
  '5.10.0': '2026-02-01T00:00:00Z',
  '5.10.1-beta.1': '2026-02-02T00:00:00Z',
  '5.11.0': '2026-07-01T00:00:00Z',
  '5.10.1': '2026-08-01T00:00:00Z',
  '6.0.0': '2026-02-03T00:00:00Z',
}

test.each([
  ['5.9.0', '2026-05-02', '5.10.0 is 90 days old', false],
  ['5.9.0', '2026-05-03', 'pack 5.9.0 (5.10.0 is 91 days old)', true],
  ['5.10.0', '2026-09-30', 'pack 5.10.0 (5.11.0 is 91 days old)', true],
  ['5.10.1', '2026-09-30', 'pack 5.10.1 (5.11.0 is 91 days old)', true],
  ['5.11.0', '2030-01-01', '5.11.0', false],
  ['6.0.0', '2030-01-01', '6.0.0', false],
])('version %s on %s', (current, day, words, isOverdue) => {
  const line = overdueLine([{ name: 'pack', current, published }], new Date(day))
  expect(line.startsWith('OVERDUE')).toBe(isOverdue)
  expect(line.includes(words)).toBe(isOverdue)
})

test('the oldest is named first', () => {
  const outdated = [
    { name: 'newer', current: '5.10.1', published },
    { name: 'older', current: '5.9.0', published },
  ]
  expect(overdueLine(outdated, new Date('2026-12-01'))).toMatch(/older 5\.9\.0 .*, newer 5\.10\.1/)
})
