/**
 * An address with most of its local part hidden: enough for its owner to know it, and nothing to write to for somebody
 * else who reads the mailbox of the earlier address.
 */
export function maskedAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@')
  return `${[...local][0] ?? ''}…@${domain}`
}
