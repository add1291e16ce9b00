import { expect, test } from 'vitest'
import { emptyApplication, problemsIn } from '../../engine/index.ts'
import { form } from '../../form/testing/index.ts'
import { completeAnswers } from './complete-answers.ts'

test('the complete answers of the server tests can be submitted', () => {
  expect(problemsIn(form, { ...emptyApplication, answer: completeAnswers }, '2026-11-21')).toEqual([])
})
