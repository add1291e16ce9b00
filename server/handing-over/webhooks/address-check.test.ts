import { expect, test } from 'vitest'
import { addressCheck } from './post-message.ts'

const inside = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '127.0.0.1',
  '0.0.0.0',
  '169.254.169.254',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '198.18.0.1',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'no address',
]

test.each(inside)('%s is not public', (address) => expect(addressCheck([])(address)).toBe(false))

test.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f::1', '::ffff:8.8.8.8'])('%s is public', (address) =>
  expect(addressCheck([])(address)).toBe(true),
)

test('a network that is listed may be connected to, and no other', () => {
  const isAllowed = addressCheck(['10.1.2.0/24', 'fd12::/64'])
  expect(['10.1.2.9', '::ffff:10.1.2.9', 'fd12::5'].map(isAllowed)).toEqual([true, true, true])
  expect(['10.1.3.9', 'fd13::5', '127.0.0.1'].map(isAllowed)).toEqual([false, false, false])
})
