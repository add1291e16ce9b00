import { BlockList, isIP } from 'node:net'
import { plainAddress } from './plain-address.ts'

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
