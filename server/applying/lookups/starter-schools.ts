import { readFileSync } from 'node:fs'
import { type ListKind, readList, type SchoolList } from './lists/read-list.ts'
import { mergedSchools } from './merged-schools.ts'
import type { School, SchoolCategory } from './school.ts'

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
