import { join, relative } from 'node:path'
import { z } from 'zod'

/** One test in one run. `title` includes the titles of describe blocks; `file` is relative to the root. */
export interface TestResult {
  readonly file: string
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** The ids of the requirements whose assertions it reached. */
  readonly proves: readonly string[]
}

/**
 * The tests in a JSON report of Vitest or Playwright. A file that cannot be loaded counts as one failed test. Throws if
 * the report has neither format.
 */
export function testResultsIn(report: unknown, root: string): TestResult[] {
  const { vitest, playwright } = anyReport.parse(report)
  return vitest !== undefined ? resultsOfVitest(vitest, root) : resultsOfPlaywright(playwright, root)
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          meta: z.object({ proves: z.array(z.string()).optional() }).optional(),
        }),
      ),
    }),
  ),
})

const playwrightSpec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
    }),
  ),
})

const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

const anyReport = z.union([
  vitestReport.transform((vitest) => ({ vitest, playwright: undefined })),
  playwrightReport.transform((playwright) => ({ vitest: undefined, playwright })),
])

function resultsOfVitest(report: z.infer<typeof vitestReport>, root: string): TestResult[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const results = assertionResults.map((test) => ({
      file,
      title: [...test.ancestorTitles, test.title].join(' › '),
      outcome: outcomeOfVitest(test.status),
      proves: test.meta?.proves ?? [],
    }))
    const hasHiddenFailure = status === 'failed' && results.every(({ outcome }) => outcome !== 'failed')
    return hasHiddenFailure
      ? [...results, { file, title: 'the file as a whole', outcome: 'failed', proves: [] }]
      : results
  })
}

/** A test with any other status (skipped, pending, todo, disabled) did not run. */
function outcomeOfVitest(status: string): TestResult['outcome'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

function resultsOfPlaywright({ config, suites, errors }: z.infer<typeof playwrightReport>, root: string): TestResult[] {
  const ofFiles = suites.flatMap((suite) => resultsOfSuite({ ...suite, title: '' }, [])) // a file name is not a title
  const tests = ofFiles.map((test) => ({ ...test, file: relative(root, join(config.rootDir, test.file)) }))
  const outside = errors.map(
    ({ message = '' }) => ({ file: 'journeys', title: message, outcome: 'failed', proves: [] }) as const,
  )
  return [...tests, ...outside]
}

function resultsOfSuite(suite: z.infer<typeof playwrightSuite>, above: readonly string[]): TestResult[] {
  const titles = suite.title === '' ? above : [...above, suite.title]
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations = [] }) => ({
      file,
      title: [...titles, title].join(' › '),
      outcome: outcomeOfPlaywright[status],
      proves: [
        ...new Set(annotations.flatMap(({ type, description = '' }) => (type === 'proves' ? [description] : []))),
      ],
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => resultsOfSuite(inner, titles))]
}

/** A flaky test passed in the end. */
const outcomeOfPlaywright = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
} as const
