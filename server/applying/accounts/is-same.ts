import { timingSafeEqual } from 'node:crypto'

/** Whether two strings are equal, in a time that does not reveal how much of them is. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
