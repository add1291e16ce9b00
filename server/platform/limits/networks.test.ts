import { describe, expect, test } from 'vitest'
import { inNetworks, networkOf } from './networks.ts'

describe('the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('exempt networks', () => {
  const isExempt = inNetworks(['192.0.2.0/24', '10.20.0.0/14', '198.51.100.7/32', '2001:db8:40::/44'])

  test.each([
    ['192.0.2.0', true],
    ['192.0.2.255', true],
    ['192.0.3.0', false],
    ['10.23.255.255', true],
    ['10.24.0.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['::ffff:192.0.2.9', true],
    ['::FFFF:192.0.3.9', false],
    ['2001:db8:40::1', true],
    ['2001:db8:4f:ffff::1%eth0', true],
    ['2001:db8:50::1', false],
    ['2001:DB8:41::', true],
    ['192.0.2.9:51234', true],
    ['192.0.3.9:51234', false],
    ['[2001:db8:40::1]:51234', true],
    ['unknown', false],
    ['', false],
  ])('%s: %s', (address, expected) => expect(isExempt?.(address)).toBe(expected))

  test('half of all addresses is the largest network', () => {
    const isInHalf = inNetworks(['128.0.0.0/1', '8000::/1'])
    const addresses = ['192.0.2.1', '10.0.0.1', 'fd12::1', '2001:db8::1']
    expect(addresses.map((each) => isInHalf?.(each))).toEqual([true, false, true, false])
  })

  test('no network exempts nobody', () => expect(inNetworks([])?.('127.0.0.1')).toBe(false))

  test.each([
    '192.0.2.0',
    '192.0.2.0/33',
    '192.0.2.0/0',
    '192.0.2/24',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '/24',
    'campus',
    '',
    '2001:db8::/129',
    '::/0',
    '2001:db8::/x',
    '192.0.2.0/24/8',
    ' 192.0.2.0/24',
  ])('%j is no network', (network) => expect(inNetworks(['192.0.2.0/24', network])).toBeUndefined())
})
