import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Application,
  emptyApplication,
  everyItem,
  outlineOf,
  problemsIn,
  withInstitution,
  withoutHidden,
} from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import { line, timesOf } from './measure.ts'

const RUNS = 2_000
const TODAY = '2026-11-21'

/** Measures the engine with the real form, empty and with every box filled in. */
export async function engineMeasurements(): Promise<readonly string[]> {
  const { public: institution } = JSON.parse(readFileSync(new URL('../institution.json', import.meta.url), 'utf8'))
  const form = withInstitution(admissions, institution)
  const full = filled(form)
  const bar = '(bar: 1 ms)'
  return [
    `engine: ${form.keys.length} answer keys`,
    line(
      'walk and validation, empty application',
      await timesOf(RUNS, () => problemsIn(form, emptyApplication, TODAY)),
      bar,
    ),
    line('walk and validation, every box filled', await timesOf(RUNS, () => problemsIn(form, full, TODAY)), bar),
    line('clearing to a fixed point', await timesOf(RUNS, () => withoutHidden(form, full))),
    line('outline', await timesOf(RUNS, () => outlineOf(form, full))),
  ]
}

/** Fills every box with a value of the right kind, with all entries of every repeated block. */
function filled(form: ReturnType<typeof withInstitution>): Application {
  const answer: Record<string, string> = {}
  for (const item of everyItem(form)) {
    if (!('key' in item)) continue
    if (item.kind === 'choice') answer[item.key] = item.values.find((value) => value !== '') ?? '2020'
    else if (item.kind === 'tick') answer[item.key] = 'true'
    else if (item.kind === 'date') answer[item.key] = '2004-02-29'
    else if (item.kind === 'phone') answer[item.key] = '(406) 555-0123'
    else if (item.kind === 'email') answer[item.key] = 'ada@mail.example'
    else if (item.kind === 'paragraph') answer[item.key] = 'Word '.repeat(1_000)
    else answer[item.key] = '59715'
  }
  return { ...emptyApplication, answer }
}

/** How many seconds the compiler takes for the whole repository. The limit is 10. */
export function typeMeasurements(): readonly string[] {
  const start = performance.now()
  for (const project of ['.', 'screen', 'journeys']) execFileSync('npx', ['tsc', '--noEmit', '-p', project])
  return [`types: the whole repository checked in ${((performance.now() - start) / 1000).toFixed(1)} s   (bar: 10 s)`]
}

const assets = new URL('../screen/dist/assets/', import.meta.url)

/**
 * The JavaScript that /about loads until every field works, with brotli, in the current build; the limit is 130 KB.
 */
export function firstPageMeasurements(): readonly string[] {
  const page = readFileSync(new URL('../screen/dist/index.html', import.meta.url), 'utf8')
  const names = new Set([...page.matchAll(/assets\/([^"]+\.js)"/g)].flatMap(([, name]) => name ?? []))
  // Includes what a script imports statically. The set grows during the loop.
  for (const name of names) {
    const script = readFileSync(new URL(name, assets), 'utf8')
    for (const [, imported] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      if (imported) names.add(imported)
  }
  const sizes = [...names].map((name) => statSync(new URL(`${name}.br`, assets)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return [`first page: ${sizes.length} scripts, ${(bytes / 1000).toFixed(1)} KB of JavaScript (brotli)   (bar: 130 KB)`]
}

const count = Number(process.env.SCHEDULES ?? 100_000)

/** Runs many random schedules of the simulated world; throws at the first that loses an answer and reports its seed. */
export function scheduleMeasurements(): readonly string[] {
  const start = performance.now()
  execFileSync('npx', ['vitest', 'run', '--project', 'screen', 'screen/app/schedules.test.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, SCHEDULES: String(count) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  return [`schedules: ${count.toLocaleString('en-US')} simulated in ${minutes} min, no answer lost   (bar: 100,000)`]
}
