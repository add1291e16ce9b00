import { namesOf } from './names-of.ts'
import type { School } from './school.ts'
import { states } from './states.ts'
import { wordsOf } from './words-of.ts'

/** A school as the index knows it. */
export type Entry = {
  readonly school: School
  readonly names: readonly (readonly string[])[]
  readonly place: readonly string[]
  /** How likely it is before anything is typed: larger ones and those of the state `near` are. */
  readonly prior: number
}

export function entryOf(school: School, near: string): Entry {
  const { city, state, size } = school
  const code = codes.get(state) ?? ''
  const place = [...wordsOf(city), ...wordsOf(state), code.toLowerCase()].filter((word) => word !== '')
  return { school, names: namesOf(school), place, prior: 0.012 * size + (state === near ? 0.06 : 0) }
}

const codes = new Map(states.map(({ name, code }) => [name, code]))
