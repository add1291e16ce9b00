import { describe, expect, test } from 'vitest'
import { address, type Form, form, page, section, tickGroup, when } from './blocks.ts'
import { is, isAnswered } from './conditions.ts'
import { outlineOf } from './outline.ts'
import { problemsIn } from './problems-in.ts'
import { progressOf, reviewOf } from './progress-of.ts'
import { choice, entry, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'

describe('progress of', () => {
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
    page('final', 'Final', [
      section('sign', 'Sign', [tickGroup('Sign', [tick('sign', 'I sign', { required: true })])]),
    ]),
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
})

describe('review of', () => {
  const asked: Form = form('1', [
    page('about', 'About', [
      section('you', 'You', [
        text('name', 'Name', { required: true }),
        text('rank', 'Rank', { rules: [{ rule: 'number' }], invalid: 'Rank (a number)' }),
        choice('more', 'More?', [['Y', 'Yes']], { as: 'radio' }),
        tick('news', 'Send me news'),
      ]),
      section('home', 'Home', [
        address('Address', [
          text('address_line_1', 'Address line 1', { role: 'address_line_1' }),
          text('zip', 'ZIP', { role: 'zip', required: true }),
        ]),
        tickGroup('Race', [tick('a', 'First'), tick('b', 'Second')]),
      ]),
      section('schools', 'Schools', [
        repeated('c', 'Colleges', numbered('c', 2), 'College {entry}', [entry.text('name', 'Name')], {
          print: 'table',
        }),
        upload('scan', 'Scan'),
      ]),
    ]),
  ])

  const review = (answer: Record<string, string>, rest = {}) => {
    const application = applicationWith(answer, rest)
    const [first] = reviewOf(outlineOf(asked, application), problemsIn(asked, application, '2026-09-01'))
    if (!first) throw new Error('no page')
    return first
  }

  const rows = (answer: Record<string, string>, rest = {}) =>
    review(answer, rest).sections.flatMap((each) => [each.title, ...each.rows])

  const row = (kind: string, key: string, label: string, rest: object, keys: readonly string[] = [key]) => ({
    ...{ kind, key, keys, label },
    ...rest,
  })
  const ADDRESS = ['address_line_1', 'zip']

  test('an empty application shows only what is required, as missing, and counts what nobody must answer', () => {
    const missing = (key: string, label: string) => row('problem', key, label, { text: '', message: null })
    const empty = review({})
    expect(empty).toMatchObject({ slug: 'about', title: 'About', answered: 0, sections: [] })
    expect(empty.problems).toEqual([missing('name', 'Name'), missing('zip', 'Address: ZIP')])
    expect(empty.unanswered).toEqual([
      row('unanswered', 'rank', 'Rank', {}),
      row('unanswered', 'more', 'More?', {}),
      row('unanswered', 'news', 'Send me news', {}),
      row('unanswered', 'a', 'Race', {}, ['a', 'b']),
      row('unanswered', 'c_name', 'College 1: Name', {}),
      row('unanswered', 'scan', 'Scan', {}),
    ])
  })

  describe('in reading order', () => {
    test('answers are read in words, and a block that reads as one is one answer', () => {
      const file = { document_answer: { scan: { file_name: 'scan.pdf', file_size: 9 } } }
      const answer = { name: 'Ann', more: 'Y', address_line_1: '1 Elm', zip: '59000', c_name: 'Vik', scan: 'ANSWERED' }
      expect(rows(answer, file)).toEqual([
        'You',
        row('answer', 'name', 'Name', { text: 'Ann' }),
        row('answer', 'more', 'More?', { text: 'Yes' }),
        'Home',
        row('answer', 'address_line_1', 'Address', { text: '1 Elm\n59000' }, ADDRESS),
        'Schools',
        { kind: 'heading', key: 'c_name', label: 'College 1' },
        row('answer', 'c_name', 'Name', { text: 'Vik' }),
        row('answer', 'scan', 'Scan', { text: 'scan.pdf' }),
      ])
    })

    test('a part that a block lacks comes first, and the block is read without it', () => {
      const found = review({ name: 'Ann', address_line_1: '1 Elm' })
      expect(found.problems).toEqual([row('problem', 'zip', 'Address: ZIP', { text: '', message: null })])
      expect(found.sections.at(-1)?.rows).toEqual([
        row('answer', 'address_line_1', 'Address', { text: '1 Elm' }, ADDRESS),
      ])
    })

    test('a wrong answer comes first, with what is wrong', () => {
      const found = review({ name: 'Ann', zip: '1', rank: 'x' })
      expect(found.problems).toEqual([row('problem', 'rank', 'Rank', { text: 'x', message: 'Rank (a number)' })])
      expect(JSON.stringify(found.sections)).not.toContain('rank')
    })

    test('what an entry lacks says of which entry', () => {
      const schools = form('1', [
        page('p', 'P', [
          section('s', 'S', [
            repeated('c', 'Colleges', numbered('c', 2), 'College {entry}', [
              entry.text('name', 'Name', { required: true }),
              entry.text('city', 'City'),
            ]),
          ]),
        ]),
      ])
      const application = applicationWith({ c_city: 'Butte' })
      const [found] = reviewOf(outlineOf(schools, application), problemsIn(schools, application, '2026-09-01'))
      expect(found?.problems.map(({ label }) => label)).toEqual(['College 1: Name'])
      expect(found?.sections.flatMap((each) => each.rows.map(({ label }) => label))).toEqual(['College 1', 'City'])
    })

    test('of boxes, those that are checked', () => {
      const found = rows({ name: 'Ann', zip: '1', b: 'true', news: 'true' })
      expect(found).toContainEqual(row('checks', 'news', 'Send me news', { options: [] }))
      expect(found).toContainEqual(row('checks', 'a', 'Race', { options: ['Second'] }, ['a', 'b']))
    })
  })
})
