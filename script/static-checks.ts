import type { Step } from './run-steps.ts'

/** The checks that do not run the product. They change nothing, so they can run at the same time. */
export const staticChecks: readonly Step[] = [
  { name: 'format and lint', script: 'lint', quiet: true },
  { name: 'types', script: 'types', quiet: true },
  { name: 'dead code', script: 'dead', quiet: true },
  { name: 'generated docs', script: 'docs', options: ['--check'], quiet: true },
]
