import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rights } from './grant-rights.ts'

const server = join(import.meta.dirname, '../..')
const verbs = { insertInto: 'insert', updateTable: 'update', deleteFrom: 'delete' } as const

/** Every table that the servers' code changes through Kysely, as "right table". */
const used = new Set(
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing\/|fixtures\/|migrations\//.test(path))
    .flatMap((path) => [
      ...readFileSync(join(server, path), 'utf8').matchAll(/\.(insertInto|updateTable|deleteFrom)\('(\w+)'\)/g),
    ])
    .map(([, verb, table]) => `${verbs[verb as keyof typeof verbs]} ${table}`),
)
const granted = Object.entries(rights).flatMap(([table, allowed]) =>
  allowed.map((right) => `${right.split(' ')[0]} ${table}`),
)

test('every change that the code makes to a table is granted', () => {
  expect(used.size).toBeGreaterThan(30)
  expect([...used].filter((each) => !granted.includes(each))).toEqual([])
})

test('every granted right is used: by the code through Kysely, or as said here', () => {
  const otherwise = {
    'on conflict do update': [
      'validation_report',
      'application_pdf',
      'school_list',
      'process',
      'handling',
      'staff_view',
    ].map((table) => `update ${table}`),
    'select for update': ['update installation'],
    'plain SQL': [
      'update application_index',
      'insert answer_history',
      'insert rate_limit',
      'update rate_limit',
      'delete rate_limit',
    ],
  }
  const explained = [...used, ...Object.values(otherwise).flat()]
  expect(granted.filter((each) => !explained.includes(each))).toEqual([])
})

test.each(['audit', 'removed_file'] as const)('%s can only be added to', (table) => {
  expect(rights[table]).toEqual(['insert'])
})
test('of history and submissions only the columns with encrypted values can be changed, as its trigger allows', () => {
  expect(rights.answer_history).toEqual(['insert', 'update (changed, device, sealed)'])
  expect(rights.submission).toEqual(['insert', 'update (snapshot)'])
})
