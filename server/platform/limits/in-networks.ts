import { BlockList, isIP } from 'node:net'

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
    // An IPv4 address as a socket for both versions shows it, and an IPv6 address with its interface.
    const address = given.replace(/^::ffff:(?=[\d.]+$)/i, '').split('%', 1)[0] ?? ''
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
