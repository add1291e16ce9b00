import type { School } from '../school.ts'
import type { SchoolIndex } from '../school-index.ts'
import { stateFrom } from '../states.ts'
import type { Judged } from './judged-queries.ts'

/** How well an index does: the share of queries whose school comes first, and is among the first five; and those that miss it. */
export type Quality = { readonly first: number; readonly inFive: number; readonly missed: readonly string[] }

/** Asks every query. A school is the one meant by its name, or by another name when a list calls it otherwise. */
export function qualityOf({ find }: SchoolIndex, judged: readonly Judged[]): Quality {
  const places = judged.map(([query, name, state]) => {
    const isMeant = (school: School) =>
      school.state === stateFrom(state)?.name && [school.name, ...school.aliases].includes(name)
    return { query, place: find(query, 5).findIndex(isMeant) }
  })
  const missed = places.filter(({ place }) => place === -1).map(({ query }) => query)
  const first = places.filter(({ place }) => place === 0).length
  return { first: first / judged.length, inFive: 1 - missed.length / judged.length, missed }
}
