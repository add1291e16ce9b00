import { describe, expect, test } from 'vitest'
import { address, tickGroup, when } from './blocks.ts'
import { is } from './conditions.ts'
import { type LastWriting, mergeAnswers, SERVER } from './merge-answers.ts'
import { choice, text, tick } from './questions.ts'
import { formOf } from './testing/form-of.ts'
import { said } from './testing/said.ts'

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
  writings: Record<string, LastWriting>,
  posted: Record<string, string>,
  order?: ReturnType<typeof by>,
) => mergeAnswers(form, { application: said(before), writings }, posted, order)

describe('a key', () => {
  const ours = { name: { revision: 5, device: 'phone', number: 8 } }
  test.each([
    ['of a device that wrote it last, later', by('phone', 9, 0, 'name'), { said: { name: 'New' } }],
    ['of a device that wrote it later', by('phone', 7, 9, 'name'), { superseded: { name: 'Ada' } }],
    ['of another device that has seen it', by('laptop', 1, 5, 'name'), { said: { name: 'New' } }],
    ['of another device that has not', by('laptop', 99, 4, 'name'), { conflicts: { name: 'Ada' } }],
    ['without an order', undefined, { said: { name: 'New' } }],
  ])('%s', (_, order, expected) => {
    const nothing = { said: {}, conflicts: {}, superseded: {} }
    expect(merged({ name: 'Ada' }, ours, { name: 'New' }, order)).toMatchObject({ ...nothing, ...expected })
  })

  test('that says what stands there is no conflict, and its number counts', () => {
    expect(merged({ name: 'Ada' }, ours, { name: 'Ada' }, by('laptop', 3, 0, 'name'))).toMatchObject({
      said: {},
      conflicts: {},
      numbers: { name: 3 },
    })
    expect(merged({}, {}, { name: '' }, by('laptop', 3, 0, 'name')).numbers).toEqual({ name: 3 })
  })
  test('a repeated request changes nothing', () => {
    const { said, conflicts, superseded } = merged({ name: 'Ada' }, ours, { name: 'Ada' }, by('phone', 8, 4, 'name'))
    expect({ said, conflicts, superseded }).toEqual({ said: {}, conflicts: {}, superseded: {} })
  })
  test('what the server says itself is no other device', () => {
    const attached = { name: { revision: 6, device: SERVER, number: 0 } }
    expect(merged({ name: 'ANSWERED' }, attached, { name: '' }, by('phone', 4, 5, 'name')).conflicts).toEqual({})
  })
  test('an answer that was emptied elsewhere does not come back', () => {
    const emptied = { name: { revision: 6, device: 'laptop', number: 1 } }
    expect(merged({ name: '' }, emptied, { name: 'Maiden' }, by('phone', 4, 5, 'name'))).toMatchObject({
      said: {},
      conflicts: { name: '' },
    })
  })
})

describe('answers that say one thing', () => {
  const city = { city: { revision: 5, device: 'laptop', number: 1 } }
  test('conflict together', () => {
    const posted = { street: 'New street', name: 'Ada' }
    expect(merged({ city: 'Butte', street: 'Old' }, city, posted, by('phone', 1, 4, 'street', 'name'))).toMatchObject({
      said: { name: 'Ada' },
      conflicts: { street: 'Old', city: 'Butte' },
    })
  })
  test('that exclude each other conflict across devices', () => {
    const arson = { arson: { revision: 5, device: 'laptop', number: 1 } }
    expect(merged({ arson: 'true' }, arson, { none: 'true' }, by('phone', 1, 4, 'none'))).toMatchObject({
      said: {},
      conflicts: { none: '', arson: 'true' },
    })
  })
})

describe('answers that exclude each other', () => {
  test.each([
    ['a later none clears the items', { arson: 'true' }, { none: 'true' }, ['arson']],
    ['a later item clears the none', { none: 'true' }, { dui: 'true' }, ['none']],
    ['of both at once the items stay', {}, { none: 'true', dui: 'true' }, ['none']],
    ['an item emptied with it is no contradiction', { arson: 'true' }, { none: 'true', arson: '' }, []],
  ])('%s', (_, before, posted, emptied) => {
    expect(merged(before, {}, posted).emptied).toEqual(emptied)
  })
})

describe('what a condition hides', () => {
  test('is emptied', () => {
    expect(merged({ citizen: 'N', country: 'NOR' }, {}, { citizen: 'Y' }).emptied).toEqual(['country'])
  })
  test('is named with the answer that stands, so that the writer does not keep its own', () => {
    const writings = { country: { revision: 5, device: 'phone', number: 8 } }
    const order = by('laptop', 3, 0, 'country')
    expect(merged({ citizen: 'Y' }, writings, { country: 'Norway' }, order)).toMatchObject({
      said: {},
      conflicts: {},
      superseded: { country: '' },
    })
  })

  test('is nothing to ask about', () => {
    const country = { country: { revision: 5, device: 'laptop', number: 1 } }
    const order = by('phone', 1, 4, 'country', 'citizen')
    expect(merged({ citizen: 'N', country: 'NOR' }, country, { citizen: 'Y', country: 'SWE' }, order)).toMatchObject({
      said: { citizen: 'Y' },
      emptied: ['country'],
      conflicts: {},
    })
  })
})
