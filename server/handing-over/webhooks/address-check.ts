import ipaddr from 'ipaddr.js'
import { inNetworks } from '../../platform/limits/index.ts'

/**
 * Tells whether an address may be connected to: a public one, or one in these networks. Private, loopback, link-local,
 * multicast and reserved addresses are not public, nor are IPv6 addresses that stand for IPv4 ones.
 */
export function addressCheck(allowed: readonly string[]): (address: string) => boolean {
  const isListed = inNetworks(allowed)
  return (address) =>
    isListed?.(address) === true || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast')
}
