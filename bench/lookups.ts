import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  judgedColleges,
  judgedHighSchools,
  mergedSchools,
  openLookupThread,
  qualityOf,
  readList,
  type SchoolList,
  schoolIndexOf,
  starterSchools,
} from '../server/index.ts'
import { timesText } from './median.ts'
import { savesBesideLookups } from './saves-beside-lookups.ts'

const NEAR = 'Montana'

/**
 * The search over the starter list, and over the lists in the folder SCHOOLS_FOLDER where it is given: files whose names begin with
 * ipeds, ccd or pss are read as such, all others as lists, of high schools where the name says so.
 */
export async function lookupFigures(): Promise<readonly string[]> {
  const folder = process.env.SCHOOLS_FOLDER
  const lists = folder === undefined ? [] : listsIn(folder)
  const saves = await savesBesideLookups()
  return [
    ...(await figuresOf('starter list', [])),
    ...(folder === undefined ? ['(set SCHOOLS_FOLDER for the figures of imported lists)'] : []),
    ...(lists.length === 0 ? [] : await figuresOf('imported lists', lists)),
    ...saves,
  ]
}

function listsIn(folder: string): readonly SchoolList[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  return [...names].sort(federalFirst).map((name) => {
    const category = name.startsWith('high') ? 'hs_ceeb' : 'college_ceeb'
    const read = readList(kindOf(name), readFileSync(join(folder, name)), category)
    if ('wrong' in read) throw new Error(`${name}: ${read.wrong}`)
    return read.list
  })
}

const kindOf = (name: string) => (['ipeds', 'ccd', 'pss'] as const).find((kind) => name.startsWith(kind)) ?? 'list'
const federalFirst = (one: string, other: string) => Number(kindOf(one) === 'list') - Number(kindOf(other) === 'list')

async function figuresOf(title: string, lists: readonly SchoolList[]): Promise<readonly string[]> {
  const schools = mergedSchools(starterSchools(), lists)
  const quality = await Promise.all(
    [judgedColleges, judgedHighSchools].map((judged, at) => {
      const category = at === 0 ? 'college_ceeb' : 'hs_ceeb'
      const { find } = schoolIndexOf(
        schools.filter((school) => school.category === category),
        NEAR,
      )
      return qualityOf((query) => find(query, 5), judged)
    }),
  )
  const before = process.memoryUsage().rss
  const begun = performance.now()
  const thread = await openLookupThread({ contents: lists.map((list) => gzipSync(JSON.stringify(list))), near: NEAR })
  const built = performance.now() - begun
  const memory = process.memoryUsage().rss - before
  const times: number[] = []
  for (const question of typed()) {
    const asked = performance.now()
    await thread.ask(question)
    times.push(performance.now() - asked)
  }
  await thread.close()
  return [
    `lookups: ${title}, ${schools.length} schools; thread ready in ${Math.round(built)} ms, ${Math.round(memory / 2 ** 20)} MB`,
    ...quality.map(({ first, inFive, missed }, at) => {
      const judged = at === 0 ? judgedColleges : judgedHighSchools
      const percent = (share: number) => `${(100 * share).toFixed(1)} %`
      return `  ${judged.length} judged ${at === 0 ? 'colleges' : 'high schools'}: first ${percent(first)}, in five ${percent(inFive)}${missed.length > 0 ? ` (missed: ${missed.join('; ')})` : ''}`
    }),
    `  ${times.length} typed beginnings, at the thread: ${timesText(times)}   (bar: p99 25 ms)`,
  ]
}

/** Every judged query letter by letter: as it is, with a letter left out, and with one that is wrong. */
function* typed() {
  for (const [judged, category] of [
    [judgedColleges, 'college_ceeb'],
    [judgedHighSchools, 'hs_ceeb'],
  ] as const) {
    for (const [query, name] of judged) {
      for (const text of [query, name, `${name.slice(0, 2)}${name.slice(3)}`, `${name.slice(0, 4)}x${name.slice(5)}`]) {
        for (let end = 2; end <= text.length; end += 1) yield { text: text.slice(0, end), category, most: 5 }
      }
    }
  }
}
