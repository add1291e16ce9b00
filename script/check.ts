import { firstFailureOf } from './run-steps.ts'
import { staticChecks } from './static-checks.ts'

// Everything that can be judged in seconds: no server, no browser. script/test runs this and the rest.

const unitTests = { name: 'architecture and unit tests', script: 'unit', options: ['--reporter=dot'], quiet: true }
const failure = await firstFailureOf([...staticChecks, unitTests])
process.exitCode = failure === null ? 0 : 1
