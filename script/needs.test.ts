import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyItem, isNeeded, unmetNeeds } from '../engine/index.ts'
import { admissions, baseRegister, needs } from '../form/index.ts'
import { changedForm } from '../form/testing/index.ts'
import { namesIn } from './names-in.ts'

const root = join(import.meta.dirname, '..')
const keys = new Set(baseRegister().keys.map(({ key }) => key))
const blocks = everyItem(admissions).flatMap((item) => (item.kind === 'repeated' ? [item.id] : []))

/** Words of the trade, or of programming, that happen to be keys too; where code names one of them it means the other. */
const ordinary = new Set(['register'])

/** What this code names: keys, blocks of entries, and beginnings of at least two keys, such as `hs_`. */
const named = (text: string, path = 'a.ts') =>
  [...namesIn(path, text)].flatMap((name) => {
    if (ordinary.has(name)) return []
    if (keys.has(name) || blocks.includes(name)) return [name]
    const isBeginning = /^[a-z].*_$/.test(name) && [...keys].filter((key) => key.startsWith(name)).length > 1
    return isBeginning ? [`${name}*`] : []
  })

test('the table has each key that code outside of the form names', () => {
  const files = execFileSync('git', ['ls-files', 'engine', 'api', 'screen', 'server'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/fixtures\/|-for-test/.test(path))
  const missing = files.flatMap((path) =>
    named(readFileSync(join(root, path), 'utf8'), path)
      .filter((name) => !needs.some((need) => isNeeded(need, name)))
      .map((name) => `${path} names ${name}, and form/needs.ts does not say what becomes of it without that question.`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(missing).toEqual([])
})

test.each([
  ['a text', "answerTo(answer, 'hs_gpa')", ['hs_gpa']],
  ['a property', 'row.hs_gpa', ['hs_gpa']],
  ['a field of an object', '({ hs_gpa: 1 })', ['hs_gpa']],
  ['a pattern', 'const { hs_gpa } = row', ['hs_gpa']],
  ['part of a template', `const key = \`college_\${part}\``, ['college_*']],
  ['a type', "type Key = 'hs_gpa'", ['hs_gpa']],
  ['the beginning of keys', "recordIn(answers, 'hs_')", ['hs_*']],
  ['a block of entries', "repeatedOf(form, 'residences')", ['residences']],
  ['another word', "form.register('x', 'an_', 'hs_gpa is asked')", []],
])('finds a key that is named as %s', (_, text, names) => {
  expect(named(text)).toEqual(names)
})

test('each item is a key of the register, a block of entries, or begins some', () => {
  const unknown = needs.filter((need) => ![...keys, ...blocks].some((name) => isNeeded(need, name)))
  expect(unknown).toEqual([])
})

test('the form meets every need, and one that does not is told which', () => {
  expect(unmetNeeds(needs, admissions)).toEqual([])
  const { form } = changedForm(admissions, { drop: ['chosen_name', 'entry_term', 'colleges'] })
  expect(unmetNeeds(needs, form).map(({ item, how, who }) => [item, how, who])).toEqual([
    ['entry_term', 'mustBeAsked', 'submitting'],
    ['chosen_name', 'warns', 'the index'],
  ])
})
