import { expect, test } from 'vitest'
import { auditVerdict } from './audit-verdict.ts'

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
