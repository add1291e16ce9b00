import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastResults } from './last-results.ts'
import { coverageReport, requirementsIn, unknownIdsIn } from './specification-coverage.ts'

// Writes docs/specification-coverage.md from the last results of script/test. Fails if a test names an unknown id.

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
  const report = coverageReport(sections, tests)
  writeFileSync(join(root, 'docs/specification-coverage.md'), report)
  console.log(report.match(/^\*\*(.+)\*\*$/m)?.[1])
}
