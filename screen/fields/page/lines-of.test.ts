import { expect, test } from 'vitest'
import { address, choice, date, email, type Item, is, phone, text, when } from '../../../engine/index.ts'
import { linesOf } from './lines-of.ts'

const drawn = (items: readonly Item[]) =>
  linesOf(items).map(({ cells }) =>
    cells.map(({ item, span }) => ('key' in item ? item.key : item.kind) + (span ? ` ${span}` : '')).join(', '),
  )

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
  expect(drawn(items)).toEqual(['first 3, second 3', 'third', 'fourth 3, long 6', 'mail', 'radio'])
})

test('an address is laid out as on an envelope', () => {
  const [line1, line2, ...rest] = [
    text('hs_address_line_1', 'Address Line 1', { role: 'address_line_1' }),
    text('hs_address_line_2', 'Apt. #', { role: 'address_line_2' }),
    text('hs_city', 'City', { role: 'city' }),
    when(is(text('hs_country', 'Country'), 'USA'), [choice('hs_state', 'State', [], { role: 'state' })]),
    text('hs_zip', 'ZIP', { role: 'zip', fits: 10 }),
    choice('hs_country', 'Country', [], { role: 'country' }),
  ]
  const others = 'hs_city 2, when 2, hs_zip 2, hs_country 6'
  expect(drawn([line1, line2, ...rest])).toEqual([`hs_address_line_1 4, hs_address_line_2 2, ${others}`])
  expect(drawn([line1, ...rest])).toEqual([`hs_address_line_1 6, ${others}`])
  expect(drawn([address('Address', [line1])])).toEqual(['address'])
})
