import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { note, section, tickGroup } from './blocks.ts'
import { problemsIn } from './problems-in.ts'
import { choice, entry, labelOf, offeredOptions, optionsOf, paragraph, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'
import { everyItem } from './walk.ts'
import { withDescriptions } from './with-answer.ts'
import { fillPlaceholders, withInstitution } from './with-institution.ts'
import { sayIn } from './words.ts'

const institution = {
  partner_name: 'Bridger State University',
  links: { international: 'https://bridger.example/int', nested: { deeper: 'deep' } },
  character_limit: 7000,
  custom_email_copy: false,
  majors: [
    ['', '--'],
    ['ART', 'Art at {partner_name}'],
  ],
}

test('a placeholder is filled wherever there is text, by the path of its setting', () => {
  const form = formOf(
    section('you', 'You at {partner_name}', [
      note('See {links.international} or {links.nested.deeper}.', {
        link: { text: 'Go', href: '{links.international}' },
      }),
      text('why', 'Why {partner_name}?', { message: 'Tell {partner_name} why {partner_name}.' }),
    ]),
  )
  const [you, seen, why] = everyItem(withInstitution(form, institution))
  expect(you).toMatchObject({ title: 'You at Bridger State University' })
  expect(seen).toMatchObject({
    text: 'See https://bridger.example/int or deep.',
    link: { href: 'https://bridger.example/int' },
  })
  expect(why).toMatchObject({ message: 'Tell Bridger State University why Bridger State University.' })
})

test('a number is filled into a sentence', () =>
  expect(fillPlaceholders('At most {character_limit}.', institution)).toBe('At most 7000.'))

test('a named limit is filled with its number and checked', () => {
  const form = formOf(paragraph('essay', 'Essay', { limit: 'character_limit' }), paragraph('why', 'Why'))
  const filled = withInstitution(form, institution)
  expect(everyItem(filled)).toMatchObject([{ limit: 7000 }, { limit: 1500 }])
  const long = applicationWith({ essay: 'x'.repeat(7001), why: 'x'.repeat(1501) })
  const messages = problemsIn(filled, long, '2026-10-01').map(({ message }) => message)
  expect(messages, proves('5.application.64', '9.text-area.1')).toEqual([
    'Essay: please use no more than 7,000 characters.',
    'Why: please use no more than 1,500 characters.',
  ])
})

test('a list of the institution is filled with its options, values and labels, also in entries', () => {
  const items = [entry.choice('major', 'Major', { setting: 'majors' })]
  const form = formOf(choice('major', 'Major', { setting: 'majors' }), repeated('c', 'C', numbered('c', 2), 'C', items))
  const choices = everyItem(withInstitution(form, institution)).filter((item) => item.kind === 'choice')
  expect(choices).toHaveLength(3)
  for (const each of choices) {
    expect(each.options).toEqual([
      ['', '--'],
      ['ART', 'Art at Bridger State University'],
    ])
    expect(each.values).toEqual(['', 'ART'])
  }
})

test('a pattern keeps its braces, and so does text in braces that is not a path', () => {
  const form = formOf(text('code', 'Code { } {a b}', { rules: [{ rule: 'pattern', pattern: '^\\d{6}\\p{Lu}{1,2}$' }] }))
  expect(withInstitution(form, institution)).toEqual(form)
})

describe('a setting missing from institution.json is an error that names it', () => {
  test.each([
    ['{partnerName}', text('q', '{partnerName}')],
    ['{links.aid}', note('{links.aid}')],
    ['{links}', note('{links}')],
    ['{partner_name.length}', note('{partner_name.length}')],
    ['{constructor}', note('{constructor}')],
    ['{custom_email_copy}', note('{custom_email_copy}')],
    ['{entry}', text('q', 'An entry {entry}')],
    ['{characters}', paragraph('q', 'Q', { limit: 'characters' })],
    ['{partner_name}', paragraph('q', 'Q', { limit: 'partner_name' })],
    ['{terms}', choice('q', 'Q', { setting: 'terms' })],
    ['{partner_name}', choice('q', 'Q', { setting: 'partner_name' })],
  ])('%s', (name, item) => expect(() => withInstitution(formOf(item), institution)).toThrow(name))
})

test('the filled form is frozen, and the definition is unchanged', () => {
  const form = formOf(text('q', 'Why {partner_name}?'))
  const filled = withInstitution(form, institution)
  expect(Object.isFrozen(filled.pages[0]?.items[0])).toBe(true)
  expect(everyItem(form)).toMatchObject([{ label: 'Why {partner_name}?' }])
})

test('a list that several questions share stays one list', () => {
  const countries = [['B', 'At {partner_name}']] as const
  const [a, b] = everyItem(
    withInstitution(formOf(choice('a', 'A', countries), choice('b', 'B', countries)), institution),
  )
  expect(a).toMatchObject({ options: [['B', 'At Bridger State University']] })
  expect(a?.kind === 'choice' && b?.kind === 'choice' && a.options === b.options).toBe(true)
})

test('questions and sections have the own words of the institution, with placeholders filled', () => {
  const form = formOf(
    section('you', 'You', [
      text('why', 'Why?', { help: 'Briefly.', message: 'Tell us why.' }),
      choice('major', 'Major', { setting: 'majors' }),
      repeated('c', 'C', numbered('c', 2), 'C', [entry.text('name', 'Name')]),
    ]),
  )
  const wording = {
    you: { title: 'About you', note: 'As {partner_name} asks.' },
    why: { label: 'Why {partner_name}?', help: 'At length.' },
    major: { label: 'Field' },
    c_2_name: { label: 'Second name' },
  }
  const [you, why, major, , , first, , second] = everyItem(withInstitution(form, { ...institution, wording }))
  expect(you).toMatchObject({ title: 'About you', note: 'As Bridger State University asks.' })
  expect(why).toMatchObject({ label: 'Why Bridger State University?', help: 'At length.', message: 'Tell us why.' })
  expect(major).toMatchObject({ label: 'Field', values: ['', 'ART'] })
  expect([first, second]).toMatchObject([{ label: 'Name' }, { label: 'Second name' }])
})

test('a sentence becomes the own one of the institution wherever it stands, and no value does', () => {
  const form = formOf(
    tickGroup('Your degrees at {partner_name}', [tick('yes', 'Yes')], { help: 'All of them.' }),
    note('All of them.'),
    choice('answer', 'Yes', [['Yes', 'Yes']]),
  )
  const sentences = {
    'All of them.': 'All from {partner_name}.',
    'Your degrees at Bridger State University': 'Your degrees',
    Yes: 'Indeed',
  }
  const filled = withInstitution(form, { ...institution, sentences })
  expect(everyItem(filled)).toMatchObject([
    { label: 'Your degrees', help: 'All from Bridger State University.' },
    { key: 'yes', label: 'Indeed' },
    { text: 'All from Bridger State University.' },
    { label: 'Indeed', options: [['Yes', 'Yes']], values: ['Yes'] },
  ])
})

describe('what an office says of a list of the form', () => {
  const level = [
    ['', '--'],
    ['AA', 'Associate'],
    ['BA', 'Bachelor'],
    ['MA', 'Master'],
  ] as const
  const asked = formOf(
    choice('level', 'Level', level),
    choice('other', 'Other', level, { list: 'level' }),
    choice('apart', 'Apart', level),
    repeated('schools', 'Schools', numbered('school', 2), 'School', [
      entry.choice('level', 'Level', level.slice(0, 3)),
    ]),
  )
  const choicesOf = (lists: object) =>
    Object.fromEntries(
      everyItem(withInstitution(asked, { ...institution, lists })).flatMap((item) =>
        item.kind === 'choice' ? [[item.key, item] as const] : [],
      ),
    )
  const codes = (item: { readonly values: readonly string[] } | undefined) => item?.values.join()

  test('holds for every question of the list, and for no other one with the same options', () => {
    const { level: one, other, apart } = choicesOf({ level: { labels: { BA: 'Bachelor at {partner_name}' } } })
    const renamed = ['BA', 'Bachelor at Bridger State University']
    expect(one?.options).toContainEqual(renamed)
    expect(other?.options).toContainEqual(renamed)
    expect(apart?.options).toContainEqual(['BA', 'Bachelor'])
  })

  test('every entry has the list of the first one', () => {
    const choices = choicesOf({ school_level: { retired: { AA: 'Associate' } } })
    expect([choices.school_level, choices.school_2_level, choices.level].map(codes)).toEqual([
      ',BA',
      ',BA',
      ',AA,BA,MA',
    ])
  })

  test('has its order after the blank option, and what the order does not know at its end', () => {
    expect(codes(choicesOf({ level: { order: ['MA', 'AA', 'BA'] } }).level)).toBe(',MA,AA,BA')
    expect(codes(choicesOf({ level: { order: ['MA'] } }).level)).toBe(',MA,AA,BA')
    expect(codes(choicesOf({ level: { labels: { MA: 'x' } } }).level)).toBe(',AA,BA,MA')
  })

  test('what is no longer offered is called what it was called, and is to be chosen again', () => {
    const lists = { level: { labels: { AA: 'Two years' }, retired: { AA: 'Two years at {partner_name}' } } }
    const form = withInstitution(asked, { ...institution, lists })
    const question = choicesOf(lists).level
    if (question?.kind !== 'choice') throw new Error('The form does not ask it.')
    expect(codes(question)).toBe(',BA,MA')
    expect(labelOf(question, 'AA')).toBe('Two years at Bridger State University')
    expect(withDescriptions(form, applicationWith({ level: 'AA' }))).toMatchObject({
      level_desc: 'Two years at Bridger State University',
    })
    expect(problemsIn(form, applicationWith({ level: 'AA' }), '2026-10-01').map(({ key }) => key)).toEqual(['level'])
    expect(problemsIn(form, applicationWith({ level: 'BA' }), '2026-10-01')).toEqual([])
    const offered = (answer: string) =>
      offeredOptions(optionsOf(question, '2026-10-01'), question, '2026-10-01', answer).map(([, label]) => label)
    expect(offered('BA')).toEqual(['--', 'Bachelor', 'Master'])
    expect(offered('AA')).toEqual([
      '--',
      'Bachelor',
      'Master',
      'Two years at Bridger State University (no longer offered)',
    ])
  })

  test('own words are said in the language of who reads', () => {
    const spanish = { language: 'es', texts: { 'Two years': 'Dos años', Bachelor: 'Licenciatura' }, plurals: {} }
    const said = sayIn(spanish, () => choicesOf({ level: { labels: { AA: 'Two years' } } }).level?.options)
    expect(said).toEqual([
      ['', '--'],
      ['AA', 'Dos años'],
      ['BA', 'Licenciatura'],
      ['MA', 'Master'],
    ])
  })
})
