import { readFileSync } from 'node:fs'
import { readList } from './lists/read-list.ts'
import type { School, SchoolCategory } from './school.ts'

const files: readonly (readonly [file: string, category: SchoolCategory])[] = [
  ['colleges.csv', 'college_ceeb'],
  ['canada.csv', 'college_ceeb'],
  ['high-schools.csv', 'hs_ceeb'],
]

/** The short list that comes with the product, to start with: no codes, no streets. */
export function starterSchools(): readonly School[] {
  return files.flatMap(([file, category]) => {
    const read = readList('list', readFileSync(new URL(`./starter/${file}`, import.meta.url)), category)
    if ('problem' in read) throw new Error(`${file}: ${read.problem}`)
    return read.list.schools
  })
}
