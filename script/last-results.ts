import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestResult, testResultsIn } from './test-results.ts'

/** Where the test runners write their JSON reports, relative to the root. */
export const resultsFolder = '.artefacts/results'

/** Every test of the last runs, from all reports of Vitest and Playwright; empty if nothing has run. */
export function lastResults(root: string): TestResult[] {
  const folder = join(root, resultsFolder)
  if (!existsSync(folder)) return []
  const reports = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return reports.sort().flatMap((name) => testResultsIn(JSON.parse(readFileSync(join(folder, name), 'utf8')), root))
}
