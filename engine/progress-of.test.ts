import { describe, expect, test } from 'vitest'
import { section, tickGroup, when } from './blocks.ts'
import { is, isAnswered } from './conditions.ts'
import { type Form, form, page } from './form.ts'
import { problemsIn } from './problems-in.ts'
import { progressOf } from './progress-of.ts'
import { choice, entry, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'

const first = text('first', 'First name', { required: true })
const rank = text('rank', 'Rank', { rules: [{ rule: 'number' }] })
const more = choice('more', 'More?', [
  ['', '--'],
  ['Y', 'Yes'],
])
const asked: Form = form('1', [
  page('about', 'About', [
    section('name', 'Name', [first, text('last', 'Last name', { required: true }), rank]),
    section('extra', 'Extra', [more, when(is(more, 'Y'), [text('which', 'Which?', { required: true })])]),
    when(isAnswered(first), [section('later', 'Later', [text('later', 'Later', { required: true })])]),
  ]),
  page('final', 'Final', [section('sign', 'Sign', [tickGroup('Sign', [tick('sign', 'I sign', { required: true })])])]),
])
const progress = (answer: Record<string, string>) => {
  const application = applicationWith(answer)
  return progressOf(asked, application, problemsIn(asked, application, '2026-09-01'))
}
const states = (answer: Record<string, string>) =>
  progress(answer).flatMap(({ sections }) => sections.map(({ id, state, left }) => `${id}: ${state}, ${left} left`))

describe('a section is', () => {
  test.each([
    ['not started while it has no answer and requires one', {}, 'name: not started, 2 left'],
    ['begun while something required is missing', { first: 'Ann' }, 'name: begun, 1 left'],
    ['begun while an answer is wrong', { first: 'Ann', last: 'Lee', rank: 'x' }, 'name: begun, 1 left'],
    ['complete when nothing required is missing', { first: 'Ann', last: 'Lee' }, 'name: complete, 0 left'],
    ['optional while it requires nothing and has no answer', {}, 'extra: optional, 0 left'],
    ['begun when an answer asks for more', { more: 'Y' }, 'extra: begun, 1 left'],
    ['complete when that is answered', { more: 'Y', which: 'This' }, 'extra: complete, 0 left'],
    ['not started when it requires only a signature', {}, 'sign: not started, 1 left'],
  ])('%s', (_, answer, expected) => {
    expect(states(answer)).toContain(expected)
  })

  test('absent while a condition hides it', () => {
    expect(states({}).some((each) => each.startsWith('later'))).toBe(false)
    expect(states({ first: 'Ann' })).toContain('later: not started, 1 left')
  })

  test('not begun by an answer that is hidden', () => {
    expect(states({ which: 'This' })).toContain('extra: optional, 0 left')
  })
})

test('a page counts questions, not messages', () => {
  const twice = form('1', [
    page('a', 'A', [
      section('s', 'S', [
        text('code', 'Code', { rules: [{ rule: 'number' }, { rule: 'minLength', length: 5 }], invalid: 'x' }),
        text('other', 'Other', { rules: [{ rule: 'minLength', length: 3 }] }),
      ]),
    ]),
  ])
  const application = applicationWith({ code: 'ab', other: 'b' })
  const problems = problemsIn(twice, application, '2026-09-01')
  expect(progressOf(twice, application, problems)[0]?.left).toBe(2)
  const repeatedProblem = [...problems, ...problems]
  expect(progressOf(twice, application, repeatedProblem)[0]).toMatchObject({ left: 2, sections: [{ left: 2 }] })
})

test('the pages count all their questions, also those outside sections', () => {
  expect(progress({}).map(({ slug, left }) => [slug, left])).toEqual([
    ['about', 2],
    ['final', 1],
  ])
  const bare = form('1', [page('a', 'A', [text('q', 'Q', { required: true })])])
  const application = applicationWith({})
  expect(progressOf(bare, application, problemsIn(bare, application, '2026-09-01'))).toEqual([
    { slug: 'a', left: 1, sections: [] },
  ])
})

test('an added entry without answers leaves nothing to do', () => {
  const colleges = form('1', [
    page('a', 'A', [
      section('c', 'C', [
        repeated('c', 'C', numbered('c', 2), 'C {entry}', [entry.text('name', 'Name', { required: true })]),
      ]),
    ]),
  ])
  const application = { ...applicationWith({ c_name: 'Vik' }), add_another: { c: 2 } }
  const [found] = progressOf(colleges, application, problemsIn(colleges, application, '2026-09-01'))
  expect(found?.sections).toEqual([{ id: 'c', title: 'C', state: 'complete', left: 0 }])
})
