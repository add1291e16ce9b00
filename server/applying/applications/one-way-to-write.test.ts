import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as door from './index.ts'

const server = join(import.meta.dirname, '../..')
const isProductCode = (path: string) => path.endsWith('.ts') && !/\.test\.|(^|\/)(testing|migrations)\//.test(path)
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(isProductCode)
  .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }))
/** Changes who can read a row, not what is in it (docs/decisions/0061). */
const ENCRYPTS_AGAIN = 'app/installation/encrypt-again.ts'
const pathsWith = (words: RegExp) => sources.filter(({ text }) => words.test(text)).map(({ path }) => path)

/**
 * The part of `editApplication` and `editRow`; the applicant's last page, which is not part of what is signed; and which
 * application of an account is its current one.
 */
const parts = ['draft-change.ts', 'save-last-page.ts', 'turn-to.ts']
const inSql = (table: string) => `(update|delete\\s+from|insert\\s+into)\\s+${table}\\b`

const writing = ['draftChange', 'detachDocuments', 'moveDocuments', 'lockedApplicationOf']

describe('an application is changed only through editApplication and editRow:', () => {
  test('no other file changes its row', () => {
    const changes = new RegExp(`(updateTable|deleteFrom)\\('application'\\)|${inSql('application')}`, 'i')
    expect(pathsWith(changes).sort()).toEqual(
      [...parts.map((name) => `applying/applications/${name}`), ENCRYPTS_AGAIN].sort(),
    )
  })
  test('no other file writes its history', () => {
    const changes = new RegExp(`(insertInto|updateTable)\\('answer_history'\\)|${inSql('answer_history')}`, 'i')
    expect(pathsWith(changes)).toEqual([ENCRYPTS_AGAIN, 'applying/applications/draft-change.ts'])
  })
  test('no other file uses its parts', () => {
    const takes = (names: string) => pathsWith(new RegExp(`import \\{[^}]*\\b(${names})\\b[^}]*\\}`))
    expect(takes(writing.join('|'))).toEqual(['applying/applications/edit-application.ts'])
  })
  test('no other way is exported', () => {
    expect(Object.keys(door).filter((name) => writing.includes(name))).toEqual([])
    expect(Object.keys(door)).toContain('editApplication')
  })
})
