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
const ENCRYPTS_AGAIN = 'applying/applications/seal-applications.ts'
/** Notes that its owner wants no more reminders, which is no part of what is saved or signed. */
const STOPS_REMINDERS = 'office/term-notices/stop-reminders.ts'
const pathsWith = (words: RegExp) => sources.filter(({ text }) => words.test(text)).map(({ path }) => path)
/** How often a file says so. */
const countsOf = (words: RegExp) =>
  Object.fromEntries(
    sources.flatMap(({ path, text }) => (words.test(text) ? [[path, text.split(words).length - 1]] : [])),
  )

/**
 * How often each file changes the row: as the part of `editApplication` and `editRow`; for the applicant's last page,
 * which is not part of what is signed; and for which application of an account is its current one, in both directions.
 */
const parts = { 'edit-application.ts': 1, 'application-routes.ts': 1, 'application-row.ts': 2 }
const inSql = (table: string) => `(?:update|delete\\s+from|insert\\s+into)\\s+${table}\\b`

const writing = ['draftChange', 'detachDocuments', 'moveDocuments', 'lockedApplicationOf']

describe('an application is changed only through editApplication and editRow:', () => {
  test('no other statement changes its row', () => {
    const changes = new RegExp(`(?:updateTable|deleteFrom)\\('application'\\)|${inSql('application')}`, 'i')
    const ofParts = Object.entries(parts).map(([name, count]) => [`applying/applications/${name}`, count])
    expect(countsOf(changes)).toEqual({ ...Object.fromEntries(ofParts), [ENCRYPTS_AGAIN]: 1, [STOPS_REMINDERS]: 1 })
  })
  test('no other file writes its history', () => {
    const changes = new RegExp(`(insertInto|updateTable)\\('answer_history'\\)|${inSql('answer_history')}`, 'i')
    expect(pathsWith(changes)).toEqual(['applying/applications/edit-application.ts', ENCRYPTS_AGAIN])
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
