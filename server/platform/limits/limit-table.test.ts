import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStartupError } from '../settings/index.ts'
import { readLimits } from './index.ts'
import { defaultLimits } from './limit-table.ts'

let folder = ''
let limitsFile = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-limits-'))
  limitsFile = join(folder, 'limits.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('without a file the defaults apply', () => {
  const { table, isExempt } = readLimits({ limitsFile: undefined })
  expect(table).toEqual(defaultLimits)
  expect(isExempt('127.0.0.1')).toBe(false)
})

test('limits in the file replace defaults, and the others stay', () => {
  writeFileSync(limitsFile, '{ "mail": { "most": 9, "seconds": 600 } }')
  const { table, isExempt } = readLimits({ limitsFile })
  expect(table).toEqual({ ...defaultLimits, mail: { most: 9, seconds: 600 } })
  expect(isExempt('127.0.0.1')).toBe(false)
})

test('networks in the file are exempt, and are no limit', () => {
  writeFileSync(limitsFile, '{ "exempt_networks": ["192.0.2.0/24", "2001:db8::/32"] }')
  const { table, isExempt } = readLimits({ limitsFile })
  expect(table).toEqual(defaultLimits)
  expect(['192.0.2.200', '2001:db8:1::9', '198.51.100.1'].map(isExempt)).toEqual([true, true, false])
})

const NO_NETWORKS = /must give exempt_networks as a list of networks such as "192\.0\.2\.0\/24" or "2001:db8::\/32"\.$/

test.each([
  ['{ "mails": { "most": 9, "seconds": 600 } }', /names mails, which is not a limit\.$/],
  ['{ "mail": { "most": 9 } }', /must give mail as \{ "most": a whole number, "seconds": 1 to 86400 \}\.$/],
  ['{ "mail": { "most": -1, "seconds": 600 } }', /must give mail as/],
  ['{ "mail": { "most": 1.5, "seconds": 600 } }', /must give mail as/],
  ['{ "mail": { "most": 1, "seconds": 0 } }', /must give mail as/],
  ['{ "mail": { "most": 1, "seconds": 600, "minutes": 1 } }', /must give mail as/],
  ['{ "exempt_networks": "192.0.2.0/24" }', NO_NETWORKS],
  ['{ "exempt_networks": ["campus"] }', NO_NETWORKS],
  ['{ "exempt_networks": ["192.0.2.0/33"] }', NO_NETWORKS],
  ['{ "exempt_networks": [7] }', NO_NETWORKS],
  ['{ "exempt_networks": {} }', NO_NETWORKS],
  ['[]', /must contain an object of limits\.$/],
  ['{', /is not JSON\.$/],
  [undefined, /cannot be read\.$/],
])('%s stops the start with one sentence', (text, sentence) => {
  if (text !== undefined) writeFileSync(limitsFile, text)
  const fault = (() => {
    try {
      return readLimits({ limitsFile })
    } catch (error) {
      return error
    }
  })()
  expect(isStartupError(fault)).toBe(true)
  const { message } = fault instanceof Error ? fault : { message: '' }
  expect(message).toMatch(sentence)
  expect(message.startsWith(`LIMITS_FILE ${limitsFile} `)).toBe(true)
})

test('docs/operating.md lists every limit, and no other', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  const [, table = ''] = /### Limits\n([\s\S]*?)\n## /.exec(docs) ?? []
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(Object.keys(defaultLimits).toSorted())
  for (const row of rows) {
    const [, names = '', numbers = ''] = row.split('|')
    const kinds = [...names.matchAll(/`(\w+)`/g)].flatMap(([, name]) => (isKind(name) ? [name] : []))
    const most = numbers.split(' in ')[0]?.split(',').map(Number)
    expect({ row, most }).toEqual({ row, most: kinds.map((kind) => defaultLimits[kind].most) })
  }
})

const isKind = (name: string | undefined): name is keyof typeof defaultLimits =>
  name !== undefined && Object.hasOwn(defaultLimits, name)
