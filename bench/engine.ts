import { readFileSync } from 'node:fs'
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
import { line, timesOf } from './median.ts'

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
