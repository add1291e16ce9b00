import { readFileSync } from 'node:fs'
import { type ListKind, readList, type SchoolList } from './read-list.ts'
import type { School, SchoolCategory } from './school.ts'
import { wordsOf } from './words-of.ts'

/**
 * Merges all lists into one without duplicates. The lists are taken in order: a later list completes the schools of the
 * earlier ones, and its values win. The starter list only adds what they lack: nicknames and former names, parts of the
 * address, and whole schools.
 */
export function mergedSchools(starter: readonly School[], lists: readonly SchoolList[]): readonly School[] {
  const merged = new Map<string, School>()
  const ids = new Map<string, readonly string[]>()
  const add = (school: School) => {
    merged.set(school.id, school)
    for (const key of keysOf(school)) ids.set(key, [...(ids.get(key) ?? []), school.id])
  }
  /** The one school that is certainly the same; undefined if several could be. */
  const sameAs = (school: School) => {
    const known = merged.get(school.id)
    if (known !== undefined) return known
    for (const key of keysOf(school)) {
      const [id, ...others] = new Set(ids.get(key))
      if (id !== undefined && others.length === 0) return merged.get(id)
    }
    return undefined
  }

  for (const { schools } of lists) {
    // Two schools of one list are different schools.
    const matches = schools.map((school) => [school, sameAs(school)] as const)
    for (const [school, known] of matches) {
      if (known === undefined) add(school)
      else merged.set(known.id, complete(merged.get(known.id) ?? known, school))
    }
  }
  for (const school of starter) {
    const known = sameAs(school)
    if (known === undefined) merged.set(school.id, school)
    else {
      const aliases = union(known.aliases, [school.name, ...school.aliases], known.name)
      merged.set(known.id, { ...complete(school, known), id: known.id, name: known.name, aliases })
    }
  }
  for (const { codes } of lists) {
    for (const { id, ceeb } of codes) {
      const school = merged.get(id)
      if (school !== undefined) merged.set(id, { ...school, ceeb })
    }
  }
  return [...merged.values()]
}

/** A school, completed with what another list knows about it. */
function complete(school: School, { id: _, aliases, name, size, ...better }: School): School {
  const given = Object.fromEntries(Object.entries(better).filter(([, value]) => value !== ''))
  return {
    ...school,
    ...given,
    size: size || school.size,
    aliases: union(school.aliases, [name, ...aliases], school.name),
  }
}

const union = (some: readonly string[], others: readonly string[], name: string) =>
  [...new Set([...some, ...others])].filter((each) => each !== name)

/** The keys that identify a school: its name and longer aliases, with its state and, for a high school, its city. */
function keysOf({ category, name, aliases, state, city }: School): readonly string[] {
  const place = category === 'hs_ceeb' ? `${state} ${wordsOf(city).join(' ')}` : state
  const names = [name, ...aliases.filter((alias) => alias.includes(' '))]
  return [...new Set(names.map((each) => `${category} ${place} ${wordsOf(each.replace(/ campus\b/i, '')).join(' ')}`))]
}

type File = readonly [name: string, kind: ListKind, category: SchoolCategory]

/**
 * Federal statistics, in the public domain, with no codes of the College Board. Colleges: the rows of IPEDS HD2023 that
 * were active and grant degrees or have programs of two years, with the columns that are read here. Private high schools of Montana and its
 * neighbors: from the Private School Universe Survey of 2017-18.
 */
const federal: readonly File[] = [
  ['us-colleges.csv', 'ipeds', 'college_ceeb'],
  ['private-high-schools.csv', 'list', 'hs_ceeb'],
]

/** Written by hand: nicknames and former names of colleges, and schools that no federal file here has. */
const own: readonly File[] = [
  ['colleges.csv', 'list', 'college_ceeb'],
  ['canada.csv', 'list', 'college_ceeb'],
  ['high-schools.csv', 'list', 'hs_ceeb'],
]

/**
 * The list that comes with the product, to start with. Every school in the United States has its ZIP code. A school of
 * both keeps the name written by hand, as its people write it, and has its address from the federal file.
 */
export const starterSchools = (): readonly School[] => mergedSchools([], [...own, ...federal].map(listIn))

function listIn([name, kind, category]: File): SchoolList {
  const read = readList(kind, readFileSync(new URL(`./starter/${name}`, import.meta.url)), category)
  if ('problem' in read) throw new Error(`${name}: ${read.problem}`)
  return read.list
}
