import { stateFrom } from '../states.ts'
import type { Judged } from './judged-queries.ts'

/** The quality of a search: the shares of queries with the school first and in the first five, and the misses. */
export type Quality = { readonly first: number; readonly inFive: number; readonly missed: readonly string[] }

/** A school as a search returns it; `aliases` has the starter list's name if another list uses a different one. */
type Found = { readonly name: string; readonly state: string; readonly aliases: readonly string[] }

/** Asks for five schools with every query. */
export async function qualityOf(
  find: (query: string) => readonly Found[] | Promise<readonly Found[]>,
  judged: readonly Judged[],
): Promise<Quality> {
  let first = 0
  const missed: string[] = []
  for (const [query, name, code] of judged) {
    const state = stateFrom(code)?.name
    const isExpected = (found: Found) => found.state === state && [found.name, ...found.aliases].includes(name)
    const place = (await find(query)).findIndex(isExpected)
    if (place === 0) first += 1
    if (place === -1) missed.push(query)
  }
  return { first: first / judged.length, inFive: 1 - missed.length / judged.length, missed }
}
