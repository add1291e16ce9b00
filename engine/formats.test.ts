import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { isEmail, isMasked, isPhone, isSsn, maskedPhone, maskedSsn, withoutSecret } from './formats.ts'

const refusedBy = (accepts: (value: string) => boolean, values: readonly string[]) =>
  values.filter((value) => !accepts(value))

describe('an email address', () => {
  const right = ['a@b.co', ' ann@mail.example ', "o'neil+transfer@sub.mail-1.example", 'A_B@X.ORG', '1@2.3', '.a.@b.c']
  const wrong = [
    ...['', 'ann', '@mail.example', 'ann@', 'ann@mail', 'ann@@mail.example', 'a b@mail.example', 'ann@mail..example'],
    ...['ann@-mail.example', 'ann@mail-.example', 'ann@mail.example.', 'ann@mail.example, bob@mail.example'],
    ...[
      `a@${'x'.repeat(64)}.example`,
      'ann@mäil.example',
      '"a b"@mail.example',
      'ann@mail.example\u0000',
      'ann@[127.0.0.1]',
    ],
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
    ...['', '406-555-0123', '4065550123', '(406)555-0123', '(106) 555-0123', '(006) 555-0123', '(406) 155-0123'],
    ...[
      '(406) 055-0123',
      '(406) 555-012',
      '(406) 555-01234',
      ' (406) 555-0123',
      '(406) 555-0123\n',
      '(４０6) 555-0123',
    ],
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
