import { expect, test } from 'vitest'
import { everyItem, outlineOf, problemsIn } from '../../../engine/index.ts'
import { baseRegister } from '../../../form/index.ts'
import { form } from '../../../form/testing/index.ts'
import { exportedAnswers } from '../exports/testing/index.ts'
import { madeUpApplication } from './sandbox.ts'

const DAY = '2026-01-15'
const numbers = Array.from({ length: 24 }, (_, index) => index + 1)
const made = numbers.map((number) => madeUpApplication(form, DAY, number))

test('made-up applications are complete, and always the same', () => {
  for (const application of made) expect(problemsIn(form, application, DAY)).toEqual([])
  expect(madeUpApplication(form, DAY, 3)).toEqual(made[2])
  expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(made.length)
})

test('together they have every kind of row, every document and nearly every answer', () => {
  const sender = { ceeb: '4488', student_type: 'T' }
  const exported = made.map((application) =>
    exportedAnswers(
      baseRegister(),
      { form_version: form.version, application, outline: outlineOf(form, application) },
      sender as never,
    ),
  )
  const most = (list: 'colleges' | 'parents' | 'residences' | 'tests') =>
    Math.max(...exported.map((each) => each[list].length))
  expect([most('colleges'), most('parents'), most('residences'), most('tests') > 2]).toEqual([8, 2, 4, true])
  const answered = new Set(
    made.flatMap(({ answer }) => Object.entries(answer).flatMap(([key, value]) => (value ? [key] : []))),
  )
  const uploads = everyItem(form).flatMap((item) => (item.kind === 'upload' ? [item.key] : []))
  expect(uploads.filter((key) => !answered.has(key))).toEqual([])
  expect(['ssn', 'gender', 'ethnicity', 'race_white'].filter((key) => !answered.has(key))).toEqual([])
  expect(form.keys.filter((key) => answered.has(key)).length / form.keys.length).toBeGreaterThan(0.85)
})
