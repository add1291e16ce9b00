import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastResults } from './last-results.ts'
import { coverageReport, requirementsIn, unknownIdsIn } from './specification-coverage.ts'

// Prints which requirements the last run of script/test proved, and by which tests; `--all` names the tests
// too. Fails if a test names an unknown id.

const root = join(import.meta.dirname, '..')
const sections = requirementsIn(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
const tests = lastResults(root)
const unknown = unknownIdsIn(sections, tests)

if (tests.length === 0) {
  console.error('There are no test results yet: run script/test first.')
  process.exitCode = 1
} else if (unknown.length > 0) {
  console.error(`Ids that docs/requirements.md does not know:\n${unknown.join('\n')}`)
  process.exitCode = 1
} else {
  console.log(coverageReport(sections, tests, process.argv.includes('--all')))
}
