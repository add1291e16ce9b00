import { expect, test } from 'vitest'
import { type Application, rowsOf as flatRowsOf, outlineOf, printedPages } from '../engine/index.ts'
import { domestic, form, veteran, visitor } from './testing/index.ts'

const rowsOf = (application: Application) =>
  printedPages(
    outlineOf(form, application),
    form.pages.map(({ slug }) => slug),
  ).flatMap(({ rows }) => rows)
const tablesOf = (application: Application) => rowsOf(application).flatMap((row) => (row.kind === 'table' ? [row] : []))

test('colleges, residences and test scores are printed as tables', () => {
  const tables = tablesOf(veteran)
  expect(tables.map(({ caption, columns, rows }) => [caption, rows.length, columns.length])).toEqual([
    ['Where have you lived in the last two years? Start with where you live now.', 4, 4],
    ['Which colleges have you attended?', 8, 7],
    ['SAT scores', 1, 6],
    ['ACT scores', 1, 6],
    ['English test score', 1, 2],
  ])
})

test('a follow-up answer is in the cell with its question, and a transcript is below the row', () => {
  const [, colleges] = tablesOf(veteran)
  const last = colleges?.rows[7]
  expect(last?.cells.flatMap(({ more }) => more)).toEqual([
    'College code 4317',
    '12 Front Street',
    'Helena, Montana 59601',
    'United States',
    'What type of school is it? Folk high school',
    'Which degree? Diploma',
    'GPA scale 4.0',
  ])
  expect(last?.below).toMatchObject([{ kind: 'document', label: 'Unofficial transcript' }])
})

test('one college with one answer is no table, and its optional questions are counted', () => {
  expect(tablesOf(domestic)).toEqual([])
  const rows = rowsOf(domestic)
  const college = rows.findIndex((row) => row.kind === 'text' && row.text === 'Carroll College')
  expect(rows.slice(college - 1, college + 2)).toMatchObject([
    { kind: 'heading', title: 'College 1' },
    { kind: 'text' },
    { kind: 'omitted', count: 7 },
  ])
})

test('gender, ethnicity and race are printed on a sheet of their own, and nowhere else', () => {
  const pages = printedPages(
    outlineOf(form, veteran),
    form.pages.map(({ slug }) => slug),
  )
  expect(pages.map(({ slug, ownSheet }) => [slug, ownSheet])).toEqual([
    ['about', undefined],
    ['education', undefined],
    ['final-steps', undefined],
    ['demographics', true],
  ])
  const about = /Gender|Hispanic|race|African/
  expect(pages.map(({ rows }) => about.test(JSON.stringify(rows)))).toEqual([false, false, false, true])
})

test('unanswered questions are counted, each in the section that asks it, and those required are named', () => {
  const one = { ...domestic, answer: { ...domestic.answer, first_name: '' } }
  expect(rowsOf(one)).toContainEqual({ kind: 'text', label: 'First Name', text: 'Not answered', answered: false })
  expect(rowsOf(domestic).filter((row) => row.kind === 'text' && !row.answered)).toEqual([])
})

test('an address abroad is printed as it is written there, and its parts are named as the screen named them', () => {
  const address = rowsOf(visitor).find((row) => row.kind === 'text' && row.label === 'Permanent address')
  expect(address).toMatchObject({ text: '12 Front Street\nInngang B\nDrammen, Buskerud 3015\nNorway' })
  const labels = outlineOf(form, visitor)
    .pages.flatMap(({ items }) => flatRowsOf(items))
    .filter(({ key }) => ['address_line_2', 'zip'].includes(key))
    .map(({ label }) => label)
  expect(labels).toEqual(['Address line 2', 'Postal code'])
})
