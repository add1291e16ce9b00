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
const form = formOf(
  text('name', 'Name'),
  address('Home', [text('street', 'Street'), text('city', 'City')]),
  tickGroup('Crimes', [tick('arson', 'Arson'), tick('dui', 'Driving')], { none: tick('none', 'None') }),
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

describe('a key', () => {
  const lastWrites = { name: { revision: 5, device: 'phone', number: 8 } }
  test.each([
    ['of the device that wrote it last, with a higher number', by('phone', 9, 0, 'name'), { changes: { name: 'New' } }],
    [
      'of the device that wrote it last, with a lower number',
      by('phone', 7, 9, 'name'),
      { superseded: { name: 'Ada' } },
    ],
    ['of another device that has loaded the last write', by('laptop', 1, 5, 'name'), { changes: { name: 'New' } }],
    [
      'of another device that has not loaded the last write',
      by('laptop', 99, 4, 'name'),
      { conflicts: { name: 'Ada' } },
    ],
    ['without an order', undefined, { changes: { name: 'New' } }],
  ])('%s', (_, order, expected) => {
    const nothing = { changes: {}, conflicts: {}, superseded: {} }
    expect(merged({ name: 'Ada' }, lastWrites, { name: 'New' }, order)).toMatchObject({ ...nothing, ...expected })
  })

  test('posted with its stored answer is not a conflict, and its number is recorded', () => {
    expect(merged({ name: 'Ada' }, lastWrites, { name: 'Ada' }, by('laptop', 3, 0, 'name'))).toMatchObject({
      changes: {},
      conflicts: {},
      numbers: { name: 3 },
    })
    expect(merged({}, {}, { name: '' }, by('laptop', 3, 0, 'name')).numbers).toEqual({ name: 3 })
  })
  test('a repeated request changes nothing', () => {
    const { changes, conflicts, superseded } = merged(
      { name: 'Ada' },
      lastWrites,
      { name: 'Ada' },
      by('phone', 8, 4, 'name'),
    )
    expect({ changes, conflicts, superseded }).toEqual({ changes: {}, conflicts: {}, superseded: {} })
  })
  test('a write of the server is not a conflict', () => {
    const attached = { name: { revision: 6, device: SERVER, number: 0 } }
    expect(merged({ name: 'ANSWERED' }, attached, { name: '' }, by('phone', 4, 5, 'name')).conflicts).toEqual({})
  })
  test('an answer that was cleared on another device stays cleared', () => {
    const cleared = { name: { revision: 6, device: 'laptop', number: 1 } }
    expect(merged({ name: '' }, cleared, { name: 'Maiden' }, by('phone', 4, 5, 'name'))).toMatchObject({
      changes: {},
      conflicts: { name: '' },
    })
  })
})

describe('answers that belong together', () => {
  const city = { city: { revision: 5, device: 'laptop', number: 1 } }
  test('conflict together', () => {
    const posted = { street: 'New street', name: 'Ada' }
    expect(merged({ city: 'Butte', street: 'Old' }, city, posted, by('phone', 1, 4, 'street', 'name'))).toMatchObject({
      changes: { name: 'Ada' },
      conflicts: { street: 'Old', city: 'Butte' },
    })
  })
  test('that exclude each other are a conflict when two devices change them', () => {
    const arson = { arson: { revision: 5, device: 'laptop', number: 1 } }
    expect(merged({ arson: 'true' }, arson, { none: 'true' }, by('phone', 1, 4, 'none'))).toMatchObject({
      changes: {},
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
})

describe('an answer that a condition hides', () => {
  test('is cleared', () => {
    expect(merged({ citizen: 'N', country: 'NOR' }, {}, { citizen: 'Y' }).cleared).toEqual(['country'])
  })
  test('is reported with its current value, so that the device does not keep its own', () => {
    const writings = { country: { revision: 5, device: 'phone', number: 8 } }
    const order = by('laptop', 3, 0, 'country')
    expect(merged({ citizen: 'Y' }, writings, { country: 'Norway' }, order)).toMatchObject({
      changes: {},
      conflicts: {},
      superseded: { country: '' },
    })
  })

  test('is not a conflict', () => {
    const country = { country: { revision: 5, device: 'laptop', number: 1 } }
    const order = by('phone', 1, 4, 'country', 'citizen')
    expect(merged({ citizen: 'N', country: 'NOR' }, country, { citizen: 'Y', country: 'SWE' }, order)).toMatchObject({
      changes: { citizen: 'Y' },
      cleared: ['country'],
      conflicts: {},
    })
  })
})
