import { isIPv6 } from 'node:net'
import { plainAddress } from './plain-address.ts'

/**
 * The network that an address counts for: an IPv4 address itself, the first 64 bits of an IPv6 address. One household
 * or one machine has a whole /64 and could otherwise get a new counter with each of its addresses.
 */
export function networkOf(given: string): string {
  const address = plainAddress(given)
  if (!isIPv6(address)) return address
  const [before, after] = address.split('::').map(groupsIn)
  const left = before ?? []
  const gap = after === undefined ? 0 : 8 - left.length - after.length
  const groups = [...left, ...Array.from({ length: gap }, () => 0), ...(after ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The 16-bit groups of one side of `::`; a trailing IPv4 address counts as two, which no /64 includes. */
const groupsIn = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]))
