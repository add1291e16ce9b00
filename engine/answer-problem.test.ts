import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { answerProblem } from './answer-problem.ts'
import type { Question } from './questions.ts'
import { choice, date, email, entry, paragraph, password, phone, ssn, text, tick, upload } from './questions.ts'
import type { Rule } from './rules.ts'

const today = '2026-10-01'
const yesNo = [
  ['', '--'],
  ['Y', 'Yes'],
  ['N', 'No'],
] as const
/** The values that are not accepted. */
const refused = (question: Question, values: readonly string[], answer = {}) =>
  values.filter((value) => answerProblem(question, value, answer, today).length > 0)

/** Strings that have broken other programs. As text answers they are as good as any other. */
const hostile = [
  ...['constructor', '__proto__', 'null', 'undefined', 'NaN', '<script>alert(1)</script>', "'; DROP TABLE answer;--"],
  ...[
    '#{7*7}',
    '{partner_name}',
    '\u202eevil',
    '\ufeff',
    'ﷺ',
    'Ω≈ç√∫',
    '社會科學院',
    '👩‍👩‍👧‍👦',
    '\ud800',
    '\\',
    '%00',
    '../../etc/passwd',
  ],
]

describe('checks by the kind of question', () => {
  test.each<[question: Question, right: string[], wrong: string[]]>([
    [text('q', 'Q'), ['x', 'x'.repeat(45), '👋'.repeat(45), ...hostile], ['x'.repeat(46), '👋'.repeat(46)]],
    [
      paragraph('q', 'Q'),
      ['x'.repeat(1500), `x${' '.repeat(1501)}`, 'a\nb', ...hostile],
      ['x'.repeat(1501), 'x\n\n'.repeat(501)],
    ],
    [paragraph('q', 'Q', { limit: 7000 }), ['👋'.repeat(7000)], ['x'.repeat(7001)]],
    [email('q', 'Q'), ['ann@mail.example'], ['ann', ...hostile]],
    [phone('q', 'Q'), ['(406) 555-0123'], ['(106) 555-0123', '4065550123', ...hostile]],
    [ssn('q', 'Q'), ['123-45-6789'], ['123-45-678', ...hostile]],
    [date('q', 'Q'), ['2024-02-29'], ['2023-02-29', '02/03/2001', ...hostile]],
    [choice('q', 'Q', yesNo), ['Y', 'N'], ['y', 'Yes', 'X', ...hostile]],
    [tick('q', 'Q'), ['true'], ['false', 'TRUE', '1', 'on', ...hostile]],
    [upload('q', 'Q'), ['ANSWERED'], ['answered', 'scan.pdf', ...hostile]],
    [entry.code('q', 'Q') as Question, ['003474', ...hostile], []],
    [password('q', 'Q'), ['x', ...hostile], []],
  ])('%#: $kind', (question, right, wrong) => {
    expect(refused(question, right)).toEqual([])
    expect(refused(question, wrong)).toEqual(wrong)
  })

  test('a list of years is counted from today', () => {
    const years = choice('q', 'Q', { start: null, count: 3, direction: 'past' })
    expect(refused(years, ['2027', '2026', '2025', '2024', '2023'])).toEqual(['2027', '2023'])
  })

  test('the message about a long answer says how many characters (code points) are allowed', () => {
    const message = 'Given Name: please use no more than 45 characters.'
    const given = text('q', 'Given Name')
    expect(answerProblem(given, '👋'.repeat(45), {}, today)).toEqual([])
    expect(answerProblem(given, '👋'.repeat(46), {}, today), proves('9.text.1', '5.application.63')).toEqual([message])
    const essay = paragraph('q', 'Essay', { limit: 7000 })
    expect(answerProblem(essay, 'x'.repeat(7001), {}, today)).toEqual([
      'Essay: please use no more than 7,000 characters.',
    ])
  })
})

describe('checks by a rule', () => {
  test.each<[words: string, rule: Rule<'form'>, right: string[], wrong: string[]]>([
    ['minLength', { rule: 'minLength', length: 5 }, ['59715', '👋👋👋👋👋'], ['5971', ' 5971 ', '👋👋👋']],
    [
      'pattern',
      { rule: 'pattern', pattern: '^\\d{6}$' },
      ['012345', '012345\n', '０１２３４５'],
      ['12345', '1234567', '01234 5'],
    ],
    ['pattern of letters', { rule: 'pattern', pattern: '\\p{Lu}' }, ['É', 'xÖ'], ['é', '1', 'ß']],
    [
      'number',
      { rule: 'number' },
      ['0', '12', ' 12 ', '007', '１２', '١٢', '12\u200B'],
      ['-1', '1.5', '1e3', 'twelve', '1 2', '12.', '+1'],
    ],
    ['decimals', { rule: 'number', decimals: true }, ['12', '12.5', '0.05'], ['12.', '.5', '1,5', '1.2.3', '-0.5']],
    ['a range', { rule: 'number', min: 1, max: 36 }, ['1', '36', '036'], ['0', '37', '99999999999999999999', '1.5']],
    ['decimals in a range', { rule: 'number', min: 10, max: 40, decimals: true }, ['10', '39.5'], ['9.9', '40.01']],
    ['steps', { rule: 'number', min: 200, max: 800, step: 10 }, ['200', '210', '800'], ['205', '199', '801', '810']],
    ['no maximum', { rule: 'number', step: 10 }, ['90', '0'], ['95', '9'.repeat(400)]],
    ['oneOf', { rule: 'oneOf', values: ['N'] }, ['N'], ['Y', 'n']],
    ['sameAs', { rule: 'sameAs', valueKey: 'other' }, ['same'], ['Same', 'sam e']],
    ['holds', { rule: 'holds', condition: { valueKey: 'other', operator: 'equals', target: 'same' } }, ['any'], []],
    [
      'a condition that does not hold',
      { rule: 'holds', condition: { valueKey: 'other', operator: 'notAnswered' } },
      [],
      ['any'],
    ],
  ])('%s', (_, rule, right, wrong) => {
    const question = text('q', 'Q', { rules: [rule], maxLength: 500 })
    expect(refused(question, right, { other: 'same' })).toEqual([])
    expect(refused(question, wrong, { other: 'same' })).toEqual(wrong)
  })

  test('a rule applies only while its condition holds', () => {
    const when = { valueKey: 'country', operator: 'equals', target: 'USA' } as const
    const zip = text('zip', 'ZIP', { rules: [{ rule: 'minLength', length: 5, when }] })
    expect(refused(zip, ['597'], { country: 'CAN' })).toEqual([])
    expect(refused(zip, ['597'], { country: 'USA' })).toEqual(['597'])
  })
})

describe('an age', () => {
  const born = date('birth_date', 'Date of birth', {
    rules: [{ rule: 'age', min: 13, max: 100, message: 'Too young.', unsupported: 'Not supported.' }],
  })
  test.each([
    ['13 today', '2013-10-01', today, []],
    ['13 tomorrow', '2013-10-02', today, ['Too young.']],
    ['born today', today, today, ['Too young.']],
    ['born in the future', '2030-01-01', today, ['Too young.']],
    ['born in the year 9999', '9999-12-31', today, ['Too young.']],
    ['100 years ago today', '1926-10-01', today, []],
    ['a day more', '1926-09-30', today, ['Not supported.']],
    ['born in the year 1', '0001-01-01', today, ['Not supported.']],
    ['born 29 February, 13 on 28 February', '2012-02-29', '2025-02-28', ['Too young.']],
    ['born 29 February, 13 on 1 March', '2012-02-29', '2025-03-01', []],
    ['born 29 February, 100 on 28 February', '2000-02-29', '2100-02-28', []],
    ['born 29 February, 100 on 1 March', '2000-02-29', '2100-03-01', ['Not supported.']],
    ['born 29 February, 100 on 29 February', '2004-02-29', '2104-02-29', []],
    ['text that is not a date is reported once', '2013-02-29', today, ['Date of birth']],
  ])('%s', (_, value, day, messages) => expect(answerProblem(born, value, {}, day)).toEqual(messages))
})

test.each([
  [{}, 'Rank'],
  [{ message: 'Say your rank.' }, 'Say your rank.'],
  [{ message: 'Say your rank.', invalid: 'A number, please.' }, 'A number, please.'],
])('%#: a rule without a message uses the message of the question', (wording, expected) => {
  const rank = text('rank', 'Rank', { rules: [{ rule: 'number' }], ...wording })
  expect(answerProblem(rank, 'first', {}, today)).toEqual([expected])
  const own = text('rank', 'Rank', { rules: [{ rule: 'number', message: 'Digits.' }], ...wording })
  expect(answerProblem(own, 'first', {}, today)).toEqual(['Digits.'])
})
