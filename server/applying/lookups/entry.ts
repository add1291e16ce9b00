import { namesOf } from './names-of.ts'
import type { School } from './school.ts'
import { states } from './states.ts'
import { wordsOf } from './words-of.ts'

/** A school in the index. */
export type Entry = {
  readonly school: School
  readonly names: readonly (readonly string[])[]
  readonly place: readonly string[]
  /** How likely it is before anything is typed: higher for large schools and for those of the state `near`. */
  readonly prior: number
}

export function entryOf(school: School, near: string): Entry {
  const { city, state, size } = school
  const code = codes.get(state) ?? ''
  const place = [...wordsOf(city), ...wordsOf(state), code.toLowerCase()].filter((word) => word !== '')
  return { school, names: namesOf(school), place, prior: 0.012 * size + (state === near ? 0.06 : 0) }
}

const codes = new Map(states.map(({ name, code }) => [name, code]))
