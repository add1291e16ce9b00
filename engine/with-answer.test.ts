import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { choiceByValue, choiceWhen, school, tickGroup } from './blocks.ts'
import { months } from './calendar.ts'
import { isAnswered } from './conditions.ts'
import {
  type AnswerMap,
  address,
  all,
  emptyApplication,
  form,
  is,
  not,
  outlineOf,
  page,
  presetAfter,
  problemsIn,
  questionLabel,
  rowsOf,
  when,
  withPrefix,
  withPresets,
} from './index.ts'
import { choice, date, entry, paragraph, ssn, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { exportedRow } from './testing/exported-row.ts'
import { formOf } from './testing/form-of.ts'
import { isDescriptionKey, withAnswer, withDescriptions } from './with-answer.ts'

describe('with answer', () => {
  const [arson, dui, none] = [tick('arson', 'Arson'), tick('dui', 'Driving'), tick('no', 'None')]
  const letters = ['A', 'B'].map((each) => [each, each] as const)

  describe("the 'no' of a group", () => {
    const form = formOf(
      tickGroup('Crimes', [arson, dui], { none }),
      tickGroup('Races', [tick('r1', '1'), tick('r2', '2')]),
    )
    test.each([
      [
        'ticking it clears the others',
        { arson: 'true', dui: 'true' },
        'no',
        'true',
        { arson: '', dui: '', no: 'true' },
      ],
      ['ticking another clears it', { no: 'true' }, 'dui', 'true', { dui: 'true', no: '' }],
      ['ticking two others clears nothing', { arson: 'true' }, 'dui', 'true', { arson: 'true', dui: 'true' }],
      ['clearing it restores nothing', { no: 'true', arson: '' }, 'no', '', { no: '', arson: '' }],
      ['clearing another leaves the rest', { arson: 'true', dui: 'true' }, 'dui', '', { arson: 'true', dui: '' }],
      ["a group without a 'no' clears nothing", { r1: 'true' }, 'r2', 'true', { r1: 'true', r2: 'true' }],
    ])('%s', (_, before, key, value, after) =>
      expect(withAnswer(form, applicationWith(before), key, value)).toEqual(applicationWith(after)),
    )

    test('belongs to its own entry', () => {
      const items = [tickGroup('C', [entry.tick('yes', 'Yes')], { none: entry.tick('no', 'No') })]
      const form = formOf(repeated('c', 'C', numbered('c', 2), 'C', items))
      expect(withAnswer(form, applicationWith({ c_no: 'true', c_2_no: 'true' }), 'c_2_yes', 'true').answer).toEqual({
        c_no: 'true',
        c_2_no: '',
        c_2_yes: 'true',
      })
    })
  })

  describe('a conditional dropdown', () => {
    const control = choice('control', 'Control', letters)
    const first = choice('first', 'First', letters)
    const form = formOf(
      control,
      choiceByValue(control, isAnswered(control), first, { A: letters, B: letters }),
      choiceWhen(first, isAnswered(control), choice('second', 'Second', letters)),
      text('free', 'Free'),
    )
    const before = {
      control: 'A',
      control_desc: 'A',
      first: 'A',
      first_desc: 'A',
      second: 'B',
      second_desc: 'B',
      free: 'x',
    }

    test('is cleared with its description when the controlling answer changes, and so are the dropdowns that depend on it', () => {
      const after = { control: 'B', first: '', second: '', free: 'x' }
      const changed = withAnswer(form, applicationWith(before), 'control', 'B')
      expect(changed, proves('4.conditional.8')).toEqual(applicationWith(after))
      expect(withAnswer(form, applicationWith(before), 'control', '')).toEqual(
        applicationWith({ ...after, control: '' }),
      )
    })
    test('is kept while the controlling answer stays the same', () => {
      expect(withAnswer(form, applicationWith(before), 'control', 'A')).toEqual(applicationWith(before))
      expect(withAnswer(form, applicationWith(before), 'free', 'y')).toEqual(applicationWith({ ...before, free: 'y' }))
    })
    test('can be answered', () => {
      const { first_desc: _, second_desc: __, ...rest } = before
      expect(withAnswer(form, applicationWith(before), 'first', 'B')).toEqual(
        applicationWith({ ...rest, first: 'B', second: '' }),
      )
    })
  })

  test('giving the same answer again returns the same application', () => {
    const form = formOf(text('q', 'Q'))
    const [empty, given] = [applicationWith({}), applicationWith({ q: 'x' })]
    expect(withAnswer(form, empty, 'q', '')).toBe(empty)
    expect(withAnswer(form, given, 'q', 'x')).toBe(given)
  })

  test('counts, tabs and documents stay the same', () => {
    const rest = {
      add_another: { c: 2 },
      tabs: { t: 'b' },
      document_answer: { scan: { file_name: 'a', file_size: 1 } },
    }
    const form = formOf(upload('scan', 'Scan'))
    expect(withAnswer(form, applicationWith({}, rest), 'scan', 'ANSWERED')).toEqual(
      applicationWith({ scan: 'ANSWERED' }, rest),
    )
  })

  describe('answers that mirror each other', () => {
    const box = tick('one_name', 'I have only one name', { mirrors: ['first', 'last'] })
    const form = formOf(text('first', 'First'), text('last', 'Last'), box)
    test.each([
      ['checking the box fills the empty one', { first: 'Cher' }, 'one_name', 'true', { first: 'Cher', last: 'Cher' }],
      ['whichever that is', { last: 'Cher' }, 'one_name', 'true', { first: 'Cher', last: 'Cher' }],
      ['checking it overwrites nothing', { first: 'A', last: 'B' }, 'one_name', 'true', { first: 'A', last: 'B' }],
      ['typing changes both', { first: 'A', last: 'A', one_name: 'true' }, 'last', 'B', { first: 'B', last: 'B' }],
      ['emptying empties both', { first: 'A', last: 'A', one_name: 'true' }, 'first', '', { first: '', last: '' }],
      ['without the box they are apart', { first: 'A', last: 'A' }, 'first', 'B', { first: 'B', last: 'A' }],
    ])('%s', (_, before, key, value, after) =>
      expect(withAnswer(form, applicationWith(before), key, value).answer).toMatchObject(after),
    )
  })
})

describe('presets', () => {
  const country = entry.choice(
    'country',
    'Country',
    [
      ['', '--'],
      ['USA', 'United States'],
      ['FRA', 'France'],
    ],
    { role: 'country', preset: 'USA', required: true },
  )

  const home = address('Home', [
    country,
    entry.text('zip', 'ZIP/postal code', {
      role: 'zip',
      labels: [
        { when: is(country, 'USA'), label: 'ZIP code' },
        { when: isAnswered(country), label: 'Postal code' },
      ],
    }),
    entry.text('city', 'City', { role: 'city' }),
    when(not(all(isAnswered(country), not(is(country, 'USA')))), [entry.text('state', 'State', { role: 'state' })]),
  ])
  const places = form('1', [page('places', 'Places', [withPrefix('a_', home), withPrefix('b_', home)])])

  function answersAfter(answer: AnswerMap, key: string, value: string): AnswerMap {
    const preset = presetAfter(places, answer, key, value)
    return { ...answer, [key]: value, ...(preset && { [preset.key]: preset.value }) }
  }

  test('the first answer of a block stores its preset, and of no other block', () => {
    expect(answersAfter({}, 'a_city', 'Butte')).toEqual({ a_city: 'Butte', a_country: 'USA' })
  })

  test.each<[what: string, before: AnswerMap, key: string, value: string, country: string | undefined]>([
    ['a country that was chosen', { a_country: 'FRA' }, 'a_city', 'Paris', 'FRA'],
    ['a country that was cleared while the rest stayed', { a_city: 'Paris', a_country: '' }, 'a_zip', '75001', ''],
    ['an address from before there were presets', { a_city: 'Paris' }, 'a_zip', '75001', undefined],
    [
      'the preset, as long as another answer is left',
      { a_city: 'B', a_zip: '1', a_country: 'USA' },
      'a_zip',
      '',
      'USA',
    ],
    ['another country, when the rest is emptied', { a_city: 'B', a_country: 'FRA' }, 'a_city', '', 'FRA'],
  ])('%s stays', (_, before, key, value, kept) => expect(answersAfter(before, key, value).a_country).toBe(kept))

  test('emptying the last answer clears the preset that came with the first', () => {
    expect(answersAfter({ a_city: 'B', a_country: 'USA' }, 'a_city', '').a_country).toBe('')
  })

  test('the screen shows the preset of an untouched block, and its labels follow', () => {
    const answer = { b_city: 'Paris', b_country: 'FRA' }
    const shown = withPresets(places, answer)
    expect(shown.a_country).toBe('USA')
    const labels = ['a_zip', 'b_zip', 'long_gone'].map((key) => questionLabel(places, key, answer))
    expect(labels).toEqual(['ZIP code', 'Postal code', 'long_gone'])
  })

  test('problems, prints and exports know nothing of a preset that nobody has answered', () => {
    expect(problemsIn(places, emptyApplication, '2026-09-01').map(({ key }) => key)).toEqual(['a_country', 'b_country'])
    expect(exportedRow(places, emptyApplication).a_country).toBe('')
    const rows = outlineOf(places, emptyApplication).pages.flatMap(({ items }) => rowsOf(items))
    expect(rows.filter(({ answered }) => answered)).toEqual([])
  })

  test('an address is read as on an envelope, although its country is asked first', () => {
    const answer = { a_country: 'USA', a_zip: '59701', a_city: 'Butte', a_state: 'Montana' }
    const [first] = outlineOf(places, { ...emptyApplication, answer }).pages.flatMap(({ items }) => items)
    expect(first && rowsOf([first]).map(({ text }) => text)).toEqual(['Butte', 'Montana', '59701', 'United States'])
  })

  test('the order in which a block is filled in and emptied never leaves a preset alone, nor takes one away', () => {
    const keys = ['a_zip', 'a_city', 'a_state'] as const
    const steps = fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('', 'x', 'y')), { maxLength: 12 })
    fc.assert(
      fc.property(steps, (list) => {
        const answer = list.reduce<AnswerMap>((now, [key, value]) => answersAfter(now, key, value), {})
        const anyGiven = keys.some((key) => (answer[key] ?? '') !== '')
        expect(answer.a_country ?? '').toBe(anyGiven ? 'USA' : '')
      }),
    )
  })
})

describe('with descriptions', () => {
  const country = choice('country', 'Country', [
    ['', '--'],
    ['USA', 'United States'],
  ])
  const place = choice('place', 'Place', [['', '--']])

  const form = formOf(
    country,
    choice('month', 'Month', months),
    choice('year', 'Year', { start: null, count: 2, direction: 'past' }),
    tick('agree', 'I agree'),
    ...[
      text('name', 'Name'),
      paragraph('essay', 'Essay'),
      date('born', 'Born'),
      ssn('ssn', 'SSN'),
      upload('scan', 'Scan'),
    ],
    choiceByValue(country, isAnswered(country), place, { USA: [['1', 'Montana']], CAN: [['1', 'Alberta']] }),
    choiceWhen(country, isAnswered(country), choice('grade', 'Grade', [['1', 'First']])),
    withPrefix(
      'hs_',
      school('School', 'hs_ceeb', [entry.text('name', 'School', { role: 'name' }), entry.code('ceeb', 'Code')]),
    ),
    repeated('c', 'C', numbered('c', 2), 'C', [entry.choice('month', 'Month', months)]),
  )
  const described = (answer: Record<string, string>) => withDescriptions(form, applicationWith(answer))

  test.each([
    ['an option is described by its label', ['3.answers.4'], { country: 'USA' }, { country_desc: 'United States' }],
    ['a value that is not an option is described by itself', [], { country: 'XX' }, { country_desc: 'XX' }],
    [
      'a month is described by its English name',
      ['3.answers.4'],
      { month: '2', c_2_month: '12' },
      { month_desc: 'February', c_2_month_desc: 'December' },
    ],
    ['a year is described by itself', ['3.answers.4'], { year: '2025' }, { year_desc: '2025' }],
    ['a checked box is described by its label', [], { agree: 'true' }, { agree_desc: 'I agree' }],
    ['an unchecked box has no description', [], { agree: 'false' }, {}],
    [
      'a school is described by its name, listed or typed, and its code has no description',
      [],
      { hs_name: 'Sentinel', hs_ceeb: '27' },
      { hs_name_desc: 'Sentinel' },
    ],
    [
      'text has no description',
      [],
      { name: 'Ann', essay: 'x', born: '2001-02-03', ssn: '123-45-6789', scan: 'ANSWERED' },
      {},
    ],
    ['a cleared answer has no description', [], { country: '', month: '', agree: '', hs_name: '' }, {}],
    [
      'the controlling answer selects the list',
      ['3.answers.4'],
      { country: 'CAN', place: '1' },
      { country_desc: 'CAN', place_desc: 'Alberta' },
    ],
    [
      'without a list there is no description',
      [],
      { country: 'constructor', place: '1' },
      { country_desc: 'constructor' },
    ],
    [
      'a single list is used whether the dropdown is shown or not',
      ['3.answers.4'],
      { grade: '1' },
      { grade_desc: 'First' },
    ],
  ])('%s', (_, ids, answer, companions) =>
    expect(described(answer), proves(...ids)).toEqual({ ...answer, ...companions }),
  )

  test('a posted description is never used, and an answer whose key only looks like one is kept', () => {
    expect(
      described({ country: 'USA', country_desc: 'Atlantis', month_desc: 'May', name_desc: 'x', other_desc: 'y' }),
    ).toEqual({
      country: 'USA',
      country_desc: 'United States',
      name_desc: 'x',
      other_desc: 'y',
    })
  })

  test.each([
    ['country_desc', true],
    ['c_2_month_desc', true],
    ['hs_name_desc', true],
    ['place_desc', true],
    ['name_desc', false],
    ['hs_ceeb_desc', false],
    ['country', false],
    ['country_name', false],
    ['_desc', false],
  ])('%s is a description: %s', (key, is) => expect(isDescriptionKey(form, key)).toBe(is))
})
