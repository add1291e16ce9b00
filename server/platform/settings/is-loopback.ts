import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an address or host name reaches only this machine. */
export const isLoopback = (host: string): boolean => {
  if (isIP(host) === 0) return host === 'localhost'
  return loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
