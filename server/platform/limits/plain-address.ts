/**
 * An address as the limits compare it: an IPv4 address that a socket for both versions shows as IPv6, and an IPv6 address
 * with its interface, are what they are without. Some proxies (Azure's among them) add the port of each connection to
 * X-Forwarded-For, which would make a network of its own of every connection.
 */
export const plainAddress = (given: string): string =>
  given
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
    .replace(/%.*$/, '')
