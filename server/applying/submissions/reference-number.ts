import { randomInt } from 'node:crypto'

/** Letters and digits that are not confused when read out on the phone: no 0 O, 1 I L, 5 S, 8 B, 2 Z, U V. */
const alphabet = 'ACDEFGHJKMNPQRTWXY34679'

/** A new reference number such as KQ4M-7XDR: one of 23 to the 8th power, about 78 billion. */
export function referenceNumber(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
