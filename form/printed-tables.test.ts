import { expect, test } from 'vitest'
import { type Application, outlineOf, printedPages } from '../engine/index.ts'
import { domestic, form, veteran } from './testing/index.ts'

const tablesOf = (application: Application) =>
  printedPages(
    outlineOf(form, application),
    form.pages.map(({ slug }) => slug),
  ).flatMap(({ rows }) => rows.flatMap((row) => (row.kind === 'table' ? [row] : [])))

test('colleges, residences and test scores are printed as tables', () => {
  const tables = tablesOf(veteran)
  expect(tables.map(({ caption, columns, rows }) => [caption, rows.length, columns.length])).toEqual([
    ['Where have you lived in the last two years? Start with where you live now.', 4, 4],
    ['Colleges attended', 8, 7],
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

test('one college is a table with one row, in which unanswered questions are marked', () => {
  expect(tablesOf(domestic).map(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text)))).toEqual([
    [['Carroll College', ...Array.from({ length: 6 }, () => 'Not answered')]],
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
