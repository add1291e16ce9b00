import { expect, test } from 'vitest'
import {
  address,
  choice,
  date,
  email,
  type Item,
  is,
  months,
  monthYear,
  phone,
  text,
  when,
} from '../../../engine/index.ts'
import { linesOf } from './page-items.tsx'

const drawn = (items: readonly Item[]) =>
  linesOf(items).map(({ cells }) => cells.map(({ item, span }) => nameOf(item) + (span ? ` ${span}` : '')).join(', '))

const nameOf = (item: Item) => ('key' in item ? item.key : item.kind === 'monthYear' ? item.label : item.kind)

test('short answers stand side by side, others alone', () => {
  const items = [
    text('first', 'First'),
    phone('second', 'Second'),
    date('third', 'Third'),
    choice('fourth', 'Fourth', [['a', 'A']]),
    text('long', 'Long', { fits: 30 }),
    email('mail', 'Mail'),
    choice('radio', 'Radio', [['a', 'A']], { as: 'radio' }),
  ]
  expect(drawn(items)).toEqual(['first 3, second 3', 'third', 'fourth 3', 'long 6', 'mail', 'radio'])
})

test('an address is laid out as on an envelope', () => {
  const [line1, line2, ...rest] = [
    text('hs_address_line_1', 'Address line 1', { role: 'address_line_1' }),
    text('hs_address_line_2', 'Apt. #', { role: 'address_line_2' }),
    text('hs_zip', 'ZIP', { role: 'zip', fits: 10 }),
    text('hs_city', 'City', { role: 'city' }),
    when(is(text('hs_country', 'Country'), 'USA'), [choice('hs_state', 'State', [], { role: 'state' })]),
    choice('hs_country', 'Country', [], { role: 'country' }),
  ]
  const others = ['hs_zip 2, hs_city 2, when 2', 'hs_country 6']
  expect(drawn([line1, line2, ...rest])).toEqual(['hs_address_line_1 4, hs_address_line_2 2', ...others])
  expect(drawn([line1, ...rest])).toEqual(['hs_address_line_1 6', ...others])
  expect(linesOf(rest).flatMap(({ cells }) => cells.map(({ fills }) => fills))).toEqual([true, true, true, true])
  expect(drawn([address('Address', [line1])])).toEqual(['address'])
})

test('no short answer is left alone on a line after a full one', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((key) => text(key, key))
  expect(drawn(five)).toEqual(['a 3, b 3', 'c 2, d 2, e 2'])
  expect(drawn(five.slice(0, 4))).toEqual(['a 3, b 3', 'c 3, d 3'])
  expect(drawn(five.slice(0, 3))).toEqual(['a 2, b 2, c 2'])
  expect(drawn(five.slice(0, 1))).toEqual(['a 3'])
})

test('the two months of a period share a line; a single month has its own', () => {
  const month = (label: string) =>
    monthYear(label, choice(`${label}_month`, 'Month', months), choice(`${label}_year`, 'Year', []))
  const items = [text('before', 'Before'), month('From'), month('To'), text('after', 'After'), month('On')]
  expect(drawn(items)).toEqual(['before 3', 'From 3, To 3', 'after 3', 'On'])
})
