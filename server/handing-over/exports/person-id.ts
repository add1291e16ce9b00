import { createHash } from 'node:crypto'

/**
 * The id by which other systems know the person of an account: the same for all applications and versions. It is made
 * of the account's id, which is random, in one direction: nobody can guess it, and it opens nothing here.
 */
export function personIdOf(account: string): string {
  const hex = createHash('sha256').update(`causeway person ${account}`).digest('hex')
  // The form of a UUID of version 8, which is for ids made in a way of one’s own (docs/decisions/0062).
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
