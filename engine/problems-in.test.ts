import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import type { AnswerMap } from './application.ts'
import { confirmByButton, form, type Item, page, when } from './blocks.ts'
import { any, is, isAnswered, isNotAnswered, isOneOf, not } from './conditions.ts'
import {
  answerProblem,
  isEmail,
  isMasked,
  isPhone,
  isSsn,
  maskedPhone,
  maskedSsn,
  messagesByKey,
  problemsIn,
  withoutSecret,
} from './problems-in.ts'
import {
  choice,
  date,
  email,
  entry,
  paragraph,
  password,
  phone,
  type Question,
  type Rule,
  ssn,
  text,
  tick,
  upload,
} from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'

describe('problems in', () => {
  const today = '2026-10-01'

  const problemsOf = (items: readonly Item<string, 'form'>[], answer: AnswerMap, add_another = {}) =>
    problemsIn(formOf(...items), applicationWith(answer, { add_another }), today).map(({ key, message }) => [
      key,
      message,
    ])

  const name = text('first_name', 'First Name', { required: true })

  describe('a missing answer', () => {
    test.each([
      ['is reported by the label', name, {}, [['first_name', 'First Name']]],
      ['white space is not an answer', name, { first_name: ' \t\u00a0' }, [['first_name', 'First Name']]],
      ['given', name, { first_name: 'Ann' }, []],
      ['is reported by its message', text('q', 'Q', { required: true, message: 'Say it.' }), {}, [['q', 'Say it.']]],
      [
        'is never reported by the message for an invalid answer',
        text('q', 'Q', { required: true, invalid: 'Wrong.' }),
        {},
        [['q', 'Q']],
      ],
      ['is not a problem of an optional question', text('q', 'Q'), {}, []],
      ['is not checked by its rules', text('q', 'Q', { rules: [{ rule: 'minLength', length: 5 }] }), { q: ' ' }, []],
      ['of a checkbox is reported', tick('q', 'I agree', { required: true }), {}, [['q', 'I agree']]],
      ['of a document is reported', upload('q', 'Visa', { required: true }), {}, [['q', 'Visa']]],
    ])('%s', (_, question, answer, problems) => expect(problemsOf([question], answer)).toEqual(problems))
  })

  test('a question may be required depending on another answer', () => {
    const country = choice('country', 'Country', [
      ['USA', 'United States'],
      ['CAN', 'Canada'],
      ['FRA', 'France'],
    ])
    const state = text('state', 'State', { required: isOneOf(country, 'USA', 'CAN') })
    const [mobile, other] = [phone('mobile', 'Cell'), phone('home', 'Home')]
    const home = { ...other, required: isNotAnswered(mobile) }
    const items = [country, state, mobile, home]
    expect(problemsOf(items, {})).toEqual([['home', 'Home']])
    expect(problemsOf(items, { country: 'FRA', mobile: '(406) 555-0123' })).toEqual([])
    expect(problemsOf(items, { country: 'CAN', home: '(406) 555-0123' })).toEqual([['state', 'State']])
  })

  test('a masked number answers its question, and is wrong if the stored one is not whole', () => {
    const number = ssn('ssn', 'Number', { required: true, invalid: 'Nine digits.' })
    expect(problemsOf([number], { ssn: '***-**-0187' })).toEqual([])
    expect(problemsOf([number], { ssn: '***-**-****' })).toEqual([['ssn', 'Nine digits.']])
  })

  test("a group needs one of its checkboxes or its 'none'", () => {
    const items = [tick('crime_arson', 'Arson'), tick('crime_dui', 'Driving')]
    const none = tick('crime_no', 'None', { required: not(any(...items.map(isAnswered))), message: 'Convictions' })
    expect(problemsOf([...items, none], {})).toEqual([['crime_no', 'Convictions']])
    expect(problemsOf([...items, none], { crime_dui: 'true' })).toEqual([])
    expect(problemsOf([...items, none], { crime_no: 'true' })).toEqual([])
  })

  test('everything wrong with an answer is reported, the same message once', () => {
    const secret = password('password', 'Password', {
      rules: [
        { rule: 'minLength', length: 12, message: 'is at least 12 characters' },
        { rule: 'pattern', pattern: '\\p{Lu}', message: 'contains a letter' },
        { rule: 'pattern', pattern: '\\p{Ll}', message: 'contains a letter' },
      ],
    })
    const mail = email('mail', 'Mail', { invalid: 'Wrong.', rules: [{ rule: 'minLength', length: 3 }] })
    const problems = problemsIn(formOf(secret, mail), applicationWith({ password: '1', mail: 'a' }), today)
    const found = problems.map(({ key, message }) => [key, message])
    expect(found, proves('5.when.2', '5.when.3', '5.when.8')).toEqual([
      ['password', 'is at least 12 characters'],
      ['password', 'contains a letter'],
      ['mail', 'Wrong.'],
    ])
    expect(messagesByKey(problems)).toEqual({
      password: ['is at least 12 characters', 'contains a letter'],
      mail: ['Wrong.'],
    })
  })

  test('problems are in reading order, each with its page', () => {
    const two = form('1', [
      page('about', 'About', [name]),
      page('end', 'End', [tick('agree', 'Agree', { required: true })]),
    ])
    expect(problemsIn(two, applicationWith({}), today)).toEqual([
      { page: 'about', key: 'first_name', message: 'First Name' },
      { page: 'end', key: 'agree', message: 'Agree' },
    ])
  })

  test('a question that is not shown has no problem', () => {
    const more = choice('more', 'More', [
      ['Y', 'Yes'],
      ['N', 'No'],
    ])
    const items = [more, when(is(more, 'Y'), [name, email('mail', 'Mail')])]
    expect(problemsOf(items, { more: 'N', mail: 'wrong' })).toEqual([])
    expect(problemsOf(items, { more: 'Y', mail: 'wrong' })).toEqual([
      ['first_name', 'First Name'],
      ['mail', 'Mail'],
    ])
  })

  describe('in a repeated block', () => {
    const colleges = repeated('colleges', 'Colleges', numbered('college', 3), 'College {entry}', [
      entry.text('name', 'College {entry}', { required: true }),
      entry.text('city', 'City {entry}'),
      entry.email('mail', 'Mail {entry}'),
    ])
    test.each([
      ['the first entry is required', {}, {}, [['college_name', 'College 1']]],
      ['an added entry without answers is not a problem', { college_name: 'A' }, { colleges: 3 }, []],
      ['blank is empty', { college_name: 'A', college_2_city: '  ' }, { colleges: 3 }, []],
      [
        'an entry with an answer is required',
        { college_name: 'A', college_3_city: 'B' },
        { colleges: 3 },
        [['college_3_name', 'College 3']],
      ],
      [
        'an entry beyond the count is required if it has an answer',
        { college_name: 'A', college_2_mail: 'x' },
        {},
        [
          ['college_2_name', 'College 2'],
          ['college_2_mail', 'Mail 2'],
        ],
      ],
    ])('%s', (_, answer, counts, problems) => expect(problemsOf([colleges], answer, counts)).toEqual(problems))
  })

  test('content shown by a button is never required, but its answers are checked', () => {
    const stop = confirmByButton(
      'stop',
      'Continue',
      [text('why', 'Why', { required: true })],
      [text('then', 'Then', { required: true }), email('mail', 'Mail')],
    )
    expect(problemsOf([stop], {})).toEqual([['why', 'Why']])
    expect(problemsOf([stop], { mail: 'wrong' })).toEqual([['mail', 'Mail']])
  })
})

describe('answer problem', () => {
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
    'constructor',
    '__proto__',
    'null',
    'undefined',
    'NaN',
    '<script>alert(1)</script>',
    "'; DROP TABLE answer;--",
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
      expect(answerProblem(given, '👋'.repeat(46), {}, today), proves('9.text.1', '5.application.63')).toEqual([
        message,
      ])
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
})

describe('formats', () => {
  const refusedBy = (accepts: (value: string) => boolean, values: readonly string[]) =>
    values.filter((value) => !accepts(value))

  describe('an email address', () => {
    const right = [
      'a@b.co',
      ' ann@mail.example ',
      "o'neil+transfer@sub.mail-1.example",
      'A_B@X.ORG',
      '1@2.3',
      '.a.@b.c',
    ]
    const wrong = [
      '',
      'ann',
      '@mail.example',
      'ann@',
      'ann@mail',
      'ann@@mail.example',
      'a b@mail.example',
      'ann@mail..example',
      'ann@-mail.example',
      'ann@mail-.example',
      'ann@mail.example.',
      'ann@mail.example, bob@mail.example',
      `a@${'x'.repeat(64)}.example`,
      'ann@mäil.example',
      '"a b"@mail.example',
      'ann@mail.example\u0000',
      'ann@[127.0.0.1]',
    ]
    test('has a name, an @ and a domain with a dot', () => expect(refusedBy(isEmail, right)).toEqual([]))
    test('anything else is refused', () => expect(refusedBy(isEmail, wrong)).toEqual(wrong))
    test('is checked quickly, however long it is', () => {
      const start = performance.now()
      for (const part of ['a', 'a.', 'a@', 'a-', '1.1-']) isEmail(`a@${part.repeat(10_000)}`)
      expect(performance.now() - start).toBeLessThan(200)
    })
  })

  describe('a phone number', () => {
    const right = ['(406) 555-0123', '(206) 200-0000', '(999) 999-9999']
    const wrong = [
      '',
      '406-555-0123',
      '4065550123',
      '(406)555-0123',
      '(106) 555-0123',
      '(006) 555-0123',
      '(406) 155-0123',
      '(406) 055-0123',
      '(406) 555-012',
      '(406) 555-01234',
      ' (406) 555-0123',
      '(406) 555-0123\n',
      '(４０6) 555-0123',
    ]
    test('is (NXX) NXX-XXXX', () =>
      expect(refusedBy(isPhone, right), proves('5.application.29', '9.phone.1')).toEqual([]))
    test('anything else is refused', () =>
      expect(refusedBy(isPhone, wrong), proves('5.application.29', '9.phone.1')).toEqual(wrong))

    test.each([
      ['', ''],
      ['4', '(4'],
      ['406', '(406'],
      ['4065', '(406) 5'],
      ['406555', '(406) 555'],
      ['4065550', '(406) 555-0'],
      ['4065550123', '(406) 555-0123'],
      ['406-555-0123', '(406) 555-0123'],
      ['406.555.0123', '(406) 555-0123'],
      ['+1 406.555.0123', '(406) 555-0123'],
      ['1 (406) 555-0123', '(406) 555-0123'],
      [' 406 555 0123 ', '(406) 555-0123'],
      ['tel:+1-406-555-0123', '(406) 555-0123'],
      ['(406) 555-012', '(406) 555-012'],
      ['letters', ''],
      ['40655501234', '40655501234'],
      ['+44 20 7946 0958', '442079460958'],
    ])('%j is masked as %j', (typed, masked) => expect(maskedPhone(typed), proves('5.application.35')).toBe(masked))
  })

  describe('a social security number', () => {
    test('is 3-2-4 digits', () => expect(refusedBy(isSsn, ['123-45-6789'])).toEqual([]))
    test.each(['', '123456789', '123-45-678', '123-45-67890', '12-345-6789', 'abc-de-fghi', '123-45-6789 '])(
      '%j is refused',
      (value) => expect(isSsn(value)).toBe(false),
    )
    test.each([
      ['', ''],
      ['1', '1'],
      ['123', '123'],
      ['1234', '123-4'],
      ['12345', '123-45'],
      ['123456', '123-45-6'],
      ['123456789', '123-45-6789'],
      ['123 45 6789', '123-45-6789'],
      ['123-45-67', '123-45-67'],
      ['1234567890', '123-45-67890'],
      ['none', ''],
    ])('%j is masked as %j', (typed, masked) => expect(maskedSsn(typed), proves('4.ssn.1')).toBe(masked))

    test.each([
      ['123-45-6789', '***-**-6789'],
      ['6789', '***-**-****'],
      ['123456789', '***-**-****'],
      ['1', '***-**-****'],
      ['x'.repeat(10_000), '***-**-****'],
      ['***-**-6789', '***-**-6789'],
      ['***-**-****', '***-**-****'],
      ['1**-**-6789', '***-**-****'],
    ])('%#: only the last four digits of a complete number are shown', (value, masked) =>
      expect(withoutSecret(value)).toBe(masked),
    )

    test.each([
      ['123-45-6789', true, false],
      ['***-**-6789', true, true],
      ['***-**-****', false, true],
      ['***-45-6789', false, true],
      ['123-45-678', false, false],
      ['', false, false],
    ])('%j is whole: %j; is masked: %j', (value, whole, masked) =>
      expect([isSsn(value), isMasked(value)]).toEqual([whole, masked]),
    )
  })

  test('formatting a formatted number changes nothing', () => {
    for (const typed of ['4', '4065', '4065550', '4065550123', '14065550123', '114065550123', '999999999999']) {
      expect(maskedPhone(maskedPhone(typed))).toBe(maskedPhone(typed))
      expect(maskedSsn(maskedSsn(typed))).toBe(maskedSsn(typed))
    }
  })
})
