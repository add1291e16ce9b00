import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { careOf, questionsByKey } from '../../../engine/index.ts'
import { form } from '../../../form/testing/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { isIndexed } from './index.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
/** The rows of the table that says what can be searched: columns and why they are readable. */
const rows = (text.split('### What can be searched')[1] ?? '')
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

databasesForTests('what can be searched', (on) => {
  test('is listed column by column, each with its reason, in docs/security.md', async () => {
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'application_index' order by ordinal_position`.execute(on.database.db)
    const listed = rows?.flatMap(([, names = '', , reason = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, reason.length > 5]),
    )
    expect(listed?.toSorted()).toEqual(columns.rows.map(({ name }) => [name, true]).toSorted())
  })
})

test('nothing of conduct, demographics, addresses or essays can be, and a number only by its hash', () => {
  const keys = [...questionsByKey(form).keys()].filter(isIndexed)
  expect(keys.filter((key) => careOf(form, key) !== 'none')).toEqual(['ssn'])
  expect(keys.filter((key) => /address|city|zip|state|country|essay|gender|race|ethnic|crime/.test(key))).toEqual([])
})
