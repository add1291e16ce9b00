import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the table at the top of docs/asvs.md counts the answers below it', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/asvs.md'), 'utf8')
  const counted: Record<string, number> = {}
  // A row may answer several requirements.
  for (const [, ids = '', answer = ''] of page.matchAll(/^\| ([\d., ]+) \|[^|]*\|[^|]*\| ([a-z ]+) \|/gm))
    counted[answer] = (counted[answer] ?? 0) + ids.split(',').length
  const table = [...page.matchAll(/^\| ([a-z ]+) \| (\d+) \|$/gm)].map(([, answer, count]) => [answer, Number(count)])
  expect(counted).toEqual(Object.fromEntries(table))
})
