import { firstFailureOf } from './run-steps.ts'
import { staticChecks } from './static-checks.ts'

// Checks everything that takes only seconds, without a server or a browser. script/test runs these checks and the rest.

const unitTests = { name: 'architecture and unit tests', script: 'unit', options: ['--reporter=dot'], quiet: true }
const failure = await firstFailureOf([staticChecks, unitTests])
process.exitCode = failure === null ? 0 : 1
