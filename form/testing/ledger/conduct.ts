import type { Ledger } from './ledger.ts'

const offences = ['arson', 'assault', 'drugs', 'hate', 'murder', 'robbery', 'violence', 'dui', 'weapons'] as const
/** "No" is required unless one of these is checked. */
const group = (id: string, what: string, prefix: string, message: string, items: readonly string[]): Ledger[number] => [
  what,
  `${prefix}no`,
  message,
  [id],
  [{ [`${prefix}no`]: '' }],
  [{ [`${prefix}no`]: 'true' }, ...items.map((item) => ({ [`${prefix}no`]: '', [`${prefix}${item}`]: 'true' }))],
]
export const conduct: Ledger = [
  group(
    '5.application.57',
    'checked unless an item is',
    'crime_',
    'Please answer the question about convictions.',
    offences,
  ),
  group(
    '5.application.58',
    'checked unless an item is',
    'pending_',
    'Please answer the question about pending charges.',
    offences,
  ),
  group(
    '5.application.59',
    'checked unless an item is',
    'charges_',
    'Please answer the question about school discipline.',
    [...offences, 'assault_weapon', 'hazing'],
  ),
]
