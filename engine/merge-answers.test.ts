import { describe, expect, test } from 'vitest'
import { address, tickGroup, when } from './blocks.ts'
import { is } from './conditions.ts'
import { type LastWrite, mergeAnswers, SERVER } from './merge-answers.ts'
import { choice, text, tick } from './questions.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'

const citizen = choice('citizen', 'Citizen', [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const)
const arson = tick('arson', 'Arson')
const form = formOf(
  text('name', 'Name'),
  address('Home', [text('street', 'Street'), text('city', 'City'), text('region', 'Region')]),
  tickGroup('Crimes', [arson, tick('dui', 'Driving')], { none: tick('none', 'None') }),
  when(is(arson, 'true'), [text('place', 'Place')]),
  citizen,
  when(is(citizen, 'N'), [text('country', 'Country')]),
)

const by = (device: string, number: number, over: number, ...keys: string[]) => ({
  device,
  keys: Object.fromEntries(keys.map((key) => [key, { number, over }])),
})
const merged = (
  before: Record<string, string>,
  lastWrites: Record<string, LastWrite>,
  posted: Record<string, string>,
  order?: ReturnType<typeof by>,
) => mergeAnswers(form, { application: applicationWith(before), lastWrite: (key) => lastWrites[key] }, posted, order)

/** What becomes of the posted answers, exactly. */
const outcomeOf = ({ changes, conflicts, superseded }: ReturnType<typeof merged>) => ({
  changes,
  conflicts,
  superseded,
})
const nothing = { changes: {}, conflicts: {}, superseded: {} }

describe('a key', () => {
  const lastWrites = { name: { revision: 5, device: 'phone', number: 8 } }
  test.each([
    ['of the device that wrote it last, with a higher number', by('phone', 9, 0, 'name'), { changes: { name: 'New' } }],
    [
      'of the device that wrote it last, with a lower number',
      by('phone', 7, 9, 'name'),
      { superseded: { name: 'Ada' } },
    ],
    [
      'of the device that wrote it last, with the same number',
      by('phone', 8, 9, 'name'),
      { superseded: { name: 'Ada' } },
    ],
    ['that the order does not name', by('laptop', 1, 0, 'city'), { changes: { name: 'New' } }],
    ['of another device that has loaded the last write', by('laptop', 1, 5, 'name'), { changes: { name: 'New' } }],
    [
      'of another device that has not loaded the last write',
      by('laptop', 99, 4, 'name'),
      { conflicts: { name: 'Ada' } },
    ],
    ['without an order', undefined, { changes: { name: 'New' } }],
  ])('%s', (_, order, expected) => {
    expect(outcomeOf(merged({ name: 'Ada' }, lastWrites, { name: 'New' }, order))).toEqual({ ...nothing, ...expected })
  })

  test('posted with its stored answer is not a conflict, and its number is recorded', () => {
    const same = merged({ name: 'Ada' }, lastWrites, { name: 'Ada' }, by('laptop', 3, 0, 'name'))
    expect(outcomeOf(same)).toEqual(nothing)
    expect(same.numbers).toEqual({ name: 3 })
    expect(merged({}, {}, { name: '' }, by('laptop', 3, 0, 'name')).numbers).toEqual({ name: 3 })
  })
  test('has no number without an order, and 0 if the order does not name it', () => {
    expect(merged({}, {}, { name: 'Ada' }).numbers).toEqual({})
    expect(merged({}, {}, { name: 'Ada', dui: 'true' }, by('laptop', 3, 0, 'name')).numbers).toEqual({
      name: 3,
      dui: 0,
    })
  })
  test('with its stored answer, without an order, is no change', () => {
    expect(outcomeOf(merged({ name: 'Ada' }, lastWrites, { name: 'Ada' }))).toEqual(nothing)
  })
  test('a repeated request changes nothing', () => {
    expect(outcomeOf(merged({ name: 'Ada' }, lastWrites, { name: 'Ada' }, by('phone', 8, 4, 'name')))).toEqual(nothing)
  })
  test('a write of the server is not a conflict', () => {
    const attached = { name: { revision: 6, device: SERVER, number: 0 } }
    expect(merged({ name: 'ANSWERED' }, attached, { name: '' }, by('phone', 4, 5, 'name')).conflicts).toEqual({})
  })
  test('an answer that was cleared on another device stays cleared', () => {
    const cleared = { name: { revision: 6, device: 'laptop', number: 1 } }
    expect(outcomeOf(merged({ name: '' }, cleared, { name: 'Maiden' }, by('phone', 4, 5, 'name')))).toEqual({
      ...nothing,
      conflicts: { name: '' },
    })
  })
})

describe('answers that belong together', () => {
  const city = { city: { revision: 5, device: 'laptop', number: 1 } }
  test('conflict together', () => {
    const posted = { street: 'New street', name: 'Ada' }
    expect(
      outcomeOf(merged({ city: 'Butte', street: 'Old' }, city, posted, by('phone', 1, 4, 'street', 'name'))),
    ).toEqual({
      ...nothing,
      changes: { name: 'Ada' },
      conflicts: { street: 'Old', city: 'Butte' },
    })
  })
  test('are each named once, also if all of them were posted', () => {
    const posted = { street: 'New street', city: 'Helena' }
    const { conflicts } = merged({ city: 'Butte', street: 'Old' }, city, posted, by('phone', 1, 4, 'street', 'city'))
    expect(Object.entries(conflicts)).toEqual([
      ['street', 'Old'],
      ['city', 'Butte'],
    ])
  })
  test('that exclude each other are a conflict when two devices change them', () => {
    const ticked = { arson: { revision: 5, device: 'laptop', number: 1 } }
    expect(outcomeOf(merged({ arson: 'true' }, ticked, { none: 'true' }, by('phone', 1, 4, 'none')))).toEqual({
      ...nothing,
      conflicts: { none: '', arson: 'true' },
    })
  })
})

describe('answers that exclude each other', () => {
  test.each([
    ['a later none clears the items', { arson: 'true' }, { none: 'true' }, ['arson']],
    ['a later item clears the none', { none: 'true' }, { dui: 'true' }, ['none']],
    ['if both are checked at once, the items stay', {}, { none: 'true', dui: 'true' }, ['none']],
    ['an item cleared in the same change is not a contradiction', { arson: 'true' }, { none: 'true', arson: '' }, []],
  ])('%s', (_, before, posted, cleared) => {
    expect(merged(before, {}, posted).cleared).toEqual(cleared)
  })
  test('clear what the cleared one had shown, too', () => {
    expect(merged({ arson: 'true', place: 'Butte' }, {}, { none: 'true' }).cleared).toEqual(['arson', 'place'])
  })
})

describe('an answer that a condition hides', () => {
  test('is cleared', () => {
    expect(merged({ citizen: 'N', country: 'NOR' }, {}, { citizen: 'Y' }).cleared).toEqual(['country'])
  })
  test('is reported with its current value, so that the device does not keep its own', () => {
    const writings = { country: { revision: 5, device: 'phone', number: 8 } }
    const order = by('laptop', 3, 0, 'country')
    expect(outcomeOf(merged({ citizen: 'Y' }, writings, { country: 'Norway' }, order))).toEqual({
      ...nothing,
      superseded: { country: '' },
    })
  })

  test('is not a conflict', () => {
    const country = { country: { revision: 5, device: 'laptop', number: 1 } }
    const order = by('phone', 1, 4, 'country', 'citizen')
    const { cleared, ...rest } = merged(
      { citizen: 'N', country: 'NOR' },
      country,
      { citizen: 'Y', country: 'SWE' },
      order,
    )
    expect(cleared).toEqual(['country'])
    expect([rest.changes, rest.conflicts]).toEqual([{ citizen: 'Y' }, {}])
  })

  test('is told apart from a conflict that is shown', () => {
    const writings = {
      name: { revision: 5, device: 'laptop', number: 1 },
      country: { revision: 5, device: 'laptop', number: 2 },
    }
    const posted = { name: 'New', country: 'Sweden' }
    expect(
      outcomeOf(merged({ citizen: 'Y', name: 'Ada' }, writings, posted, by('phone', 1, 4, 'name', 'country'))),
    ).toEqual({
      ...nothing,
      conflicts: { name: 'Ada' },
      superseded: { country: '' },
    })
  })

  test('is looked for only where the change can hide one, once it is known that none is stored', () => {
    const cleared = (posted: Record<string, string>, isWithoutHidden: boolean) =>
      mergeAnswers(
        form,
        // Not so in truth: what is found here has been looked for.
        { application: applicationWith({ citizen: 'Y', country: 'NOR' }), lastWrite: () => undefined, isWithoutHidden },
        posted,
      ).cleared
    expect(cleared({ name: 'Ada' }, true)).toEqual([])
    expect(cleared({ name: 'Ada' }, false)).toEqual(['country'])
    expect(cleared({ citizen: '' }, true)).toEqual(['country'])
  })
})
