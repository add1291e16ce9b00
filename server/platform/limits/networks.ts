import { BlockList, isIP, isIPv6 } from 'node:net'

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

/** Whether the limits of a network do not count for an address, because its network is exempt. */
export type IsExempt = (address: string) => boolean

/** Whether an address is in one of these networks, in CIDR notation; undefined if one of them is no network. */
export function inNetworks(networks: readonly string[]): IsExempt | undefined {
  const list = new BlockList()
  for (const network of networks) {
    const [, address = '', digits] = /^([^/]+)\/(\d{1,3})$/.exec(network) ?? []
    const version = isIP(address)
    const prefix = Number(digits)
    // A prefix of 0 would be everybody.
    if (version === 0 || prefix < 1 || prefix > (version === 4 ? 32 : 128)) return undefined
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return (given) => {
    const address = plainAddress(given)
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * An address as the limits compare it: an IPv4 address that a socket for both versions shows as IPv6, and an IPv6 address
 * with its interface, are what they are without. Some proxies (Azure's among them) add the port of each connection to
 * X-Forwarded-For, which would make a network of its own of every connection.
 */
const plainAddress = (given: string): string =>
  given
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
    .replace(/%.*$/, '')
