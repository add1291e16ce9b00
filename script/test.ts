import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { lastResults, resultsFolder } from './last-results.ts'
import { firstFailureOf, type Step } from './run-steps.ts'
import { staticChecks } from './static-checks.ts'

// Runs everything and ends with one line of totals. `--peers` adds the tests against peers that must be built first.
// CAUSEWAY_BUSY=1 keeps every core busy meanwhile: a test that counts on a quiet machine fails.

const root = join(import.meta.dirname, '..')
const options = process.argv.slice(2)
if (options.some((option) => option !== '--peers')) {
  console.error('Usage: script/test [--peers]')
  process.exit(2)
}
if (options.includes('--peers')) process.env.CAUSEWAY_PEERS = '1'

if (process.env.CAUSEWAY_BUSY === '1') keepBusy()
rmSync(join(root, resultsFolder), { recursive: true, force: true })
const failure = await firstFailureOf([
  [...staticChecks, { name: 'packages of the product', script: 'sbom' }],
  withVitest('architecture and unit tests', 'unit'),
  // The server tests serve the built screen.
  { name: 'build', script: 'build', quiet: true },
  withVitest('server tests', 'server'),
  {
    name: 'journeys',
    script: 'journeys',
    options: ['--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, resultsFolder, 'journeys.json') },
  },
  { name: 'coverage of the specification', script: 'coverage' },
])

const count = Object.groupBy(lastResults(root), ({ outcome }) => outcome)
// A failed check without a failed test counts as one failure, so that a failed run never reports 0.
const failed = Math.max(count.failed?.length ?? 0, failure === null ? 0 : 1)
if (failure !== null) console.log(`\nStopped at: ${failure}`)
console.log(`\n${count.passed?.length ?? 0} passed, ${failed} failed, ${count.skipped?.length ?? 0} skipped`)
process.exitCode = failed === 0 ? 0 : 1

/** Until this process ends, however it ends. */
function keepBusy(): void {
  const loop = 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e8; i += 1);'
  const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', loop]))
  process.once('exit', () => {
    for (const each of loops) each.kill('SIGKILL')
  })
}

function withVitest(name: string, script: string): Step {
  const report = `${resultsFolder}/${script}.json`
  return { name, script, options: ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`] }
}
