import { describe, expect, test } from 'vitest'
import {
  choice,
  form,
  optionsOf,
  page,
  questionsByKey,
  say,
  sayCount,
  sayIn,
  section,
  text,
  type Words,
  withInstitution,
} from './index.ts'

const spanish: Words = {
  language: 'es',
  texts: {
    'Delete {file}?': '¿Eliminar {file}?',
    '{count} pages': { one: '1 página', other: '{count} páginas' },
    'College {number}: state': 'Universidad {number}: estado',
    'Name at {partner_name}': 'Nombre en {partner_name}',
    Hill: 'Loma',
    Algeria: 'Argelia',
    Germany: 'Alemania',
    Zambia: 'Zambia',
  },
}

describe('a sentence', () => {
  test('read from right to left sets its values apart once, so that they keep their own order', () => {
    const arabic: Words = { language: 'ar', direction: 'rtl', texts: { 'Call {phone}': 'اتصل بـ {phone}' } }
    const call = (phone: string) => sayIn(arabic, () => say('Call {phone}', { phone }))
    expect(call('(406) 555-0142')).toBe('اتصل بـ \u2068(406) 555-0142\u2069')
    expect(call('\u2068(406) 555-0142\u2069')).toBe('اتصل بـ \u2068(406) 555-0142\u2069')
    expect(say('Call {phone}', { phone: '1' })).toBe('Call 1')
  })

  test('is said in English where there is no other, with its values', () => {
    expect(say('Delete {file}?', { file: 'a.pdf' })).toBe('Delete a.pdf?')
    expect(say('{constructor}')).toBe('{constructor}')
    expect([1, 2, 1200].map((count) => sayCount(count, 'One page', '{count} pages'))).toEqual([
      'One page',
      '2 pages',
      '1,200 pages',
    ])
  })

  test('is said in the language of who reads', () => {
    const pages = (count: number) => sayIn(spanish, () => sayCount(count, 'One page', '{count} pages'))
    expect(sayIn(spanish, () => say('Delete {file}?', { file: 'a.pdf' }))).toBe('¿Eliminar a.pdf?')
    expect(
      sayIn(spanish, () => say('constructor')),
      'what is not translated stays English',
    ).toBe('constructor')
    expect([1, 2, 1_000_000].map(pages)).toEqual(['1 página', '2 páginas', '1,000,000 páginas'])
  })
})

test('a form is said with its placeholders, its numbered entries, and its lists in the order of the alphabet', () => {
  const countries = ['Algeria', 'Bhutan', 'Chad', 'Cuba', 'Egypt', 'Fiji', 'France', 'Germany', 'Ghana', 'Zambia']
  const options = [['', '--'], ['U', 'United States'], ...countries.map((each) => [each, each] as const)] as const
  const asked = form('1', [
    page('about', 'About', [
      section('s', 'S', [
        text('name', 'Name at {partner_name}', { message: 'College 2: state' }),
        choice('country', 'Hill', options),
      ]),
    ]),
  ])
  const said = sayIn(spanish, () => withInstitution(asked, { partner_name: 'Hill' }))
  const [name, country] = [...questionsByKey(said).values()]
  expect([name?.label, name?.message]).toEqual(['Nombre en Loma', 'Universidad 2: estado'])
  const labels = country?.kind === 'choice' ? optionsOf(country, '2026-11-30').map(([, label]) => label) : []
  const others = ['Bhutan', 'Chad', 'Cuba', 'Egypt', 'Fiji', 'France', 'Ghana', 'Zambia']
  expect(labels).toEqual(['--', 'United States', 'Alemania', 'Argelia', ...others])
})
