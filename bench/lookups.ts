import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  createLookupThread,
  judgedColleges,
  judgedHighSchools,
  type ListKind,
  mergedSchools,
  qualityOf,
  readList,
  type SchoolList,
  schoolIndexOf,
  starterSchools,
} from '../server/index.ts'
import { timesText } from './measure.ts'
import { savesBesideLookups } from './saves-beside-lookups.ts'
import { typedBeginnings } from './typed-beginnings.ts'

const NEAR = 'Montana'

/**
 * Measures the search of the starter list, and of the lists in the folder SCHOOLS_FOLDER if it is set. File names that
 * begin with ipeds, ccd or pss are read as federal lists; all others are read as ordinary lists, of high schools if the
 * name says so.
 */
export async function lookupMeasurements(): Promise<readonly string[]> {
  const folder = process.env.SCHOOLS_FOLDER
  const files = folder === undefined ? [] : filesIn(folder)
  const lists = files.map(listOf)
  const saves = await savesBesideLookups(files.map(({ flag, path }) => [flag, path] as const))
  return [
    ...(await measurementsOf('starter list', [])),
    ...(folder === undefined ? ['(set SCHOOLS_FOLDER to measure imported lists)'] : []),
    ...(lists.length === 0 ? [] : await measurementsOf('imported lists', lists)),
    ...saves,
  ]
}

type File = { readonly path: string; readonly kind: ListKind; readonly flag: string }

function filesIn(folder: string): readonly File[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  const files = names.map((name): File => {
    const kind = (['ipeds', 'ccd', 'pss'] as const).find((each) => name.startsWith(each)) ?? 'list'
    const flag = kind === 'list' && name.startsWith('high') ? '--high-schools' : `--${kind}`
    return { path: join(folder, name), kind, flag }
  })
  return files.sort((one, other) => Number(one.kind === 'list') - Number(other.kind === 'list')) // federal ones first
}

function listOf({ path, kind, flag }: File): SchoolList {
  const read = readList(kind, readFileSync(path), flag === '--high-schools' ? 'hs_ceeb' : 'college_ceeb')
  if ('problem' in read) throw new Error(`${path}: ${read.problem}`)
  return read.list
}

async function measurementsOf(title: string, lists: readonly SchoolList[]): Promise<readonly string[]> {
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
  const start = performance.now()
  const thread = await createLookupThread({ contents: lists.map((list) => gzipSync(JSON.stringify(list))), near: NEAR })
  const built = performance.now() - start
  const memory = process.memoryUsage().rss - before
  const times: number[] = []
  for (const question of typedBeginnings()) {
    const start = performance.now()
    await thread.ask(question)
    times.push(performance.now() - start)
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
