import { describe, expect, test } from 'vitest'
import { coverageReport, requirementsIn, unknownIdsIn } from './specification-coverage.ts'
import { type TestResult, testResultsIn } from './test-results.ts'

const requirements = `# Requirements

## 2. Screens

### Banner

- **2.banner.1** It greets.
- **2.banner.2** It links.

## 9. Limits

- **9.age.1** 13 to 100.
`

const passed = (id: string, title: string): TestResult => ({
  file: 'form/age.test.ts',
  title,
  outcome: 'passed',
  proves: [id],
})

describe('requirements', () => {
  test('are read section by section', () => {
    expect(requirementsIn(requirements)).toEqual([
      {
        title: '2. Screens',
        requirements: [
          { id: '2.banner.1', text: 'It greets.' },
          { id: '2.banner.2', text: 'It links.' },
        ],
      },
      { title: '9. Limits', requirements: [{ id: '9.age.1', text: '13 to 100.' }] },
    ])
  })

  test('are refused if an id is used twice', () => {
    expect(() => requirementsIn(`${requirements}- **2.banner.1** Again.`)).toThrow('2.banner.1')
  })

  test('are refused without a valid id', () => {
    expect(() => requirementsIn(`${requirements}- **2.Banner** Odd.`)).toThrow('2.Banner')
  })
})

test('reports an unknown id, whether its test passed, failed or was skipped', () => {
  const tests: TestResult[] = [
    passed('2.banner.1', 'known'),
    passed('2.banner.9', 'unknown'),
    { file: 'a.test.ts', title: 'failed', outcome: 'failed', proves: ['2.banner'] },
    { file: 'a.test.ts', title: 'skipped', outcome: 'skipped', proves: ['8.none.1'] },
  ]
  expect(unknownIdsIn(requirementsIn(requirements), tests)).toEqual([
    '[2.banner.9] in form/age.test.ts: unknown',
    '[2.banner] in a.test.ts: failed',
    '[8.none.1] in a.test.ts: skipped',
  ])
})

test('the report counts only what passed, and does not depend on the order of the tests', () => {
  const tests: TestResult[] = [
    passed('2.banner.1', 'greets › by name'),
    passed('2.banner.1', 'greets › anyone'),
    passed('2.banner.1', 'greets › anyone'),
    passed('2.banner.1', 'greets › c'),
    passed('2.banner.1', 'greets › d'),
    { file: 'a.test.ts', title: 'fails', outcome: 'failed', proves: ['2.banner.2'] },
    { file: 'a.test.ts', title: 'skipped', outcome: 'skipped', proves: ['9.age.1'] },
  ]
  const sections = requirementsIn(requirements)
  const summary = `No test proves 2.banner.2 It links.
No test proves 9.age.1 13 to 100.
1 of 3 requirements are proved by tests that passed.`
  expect(coverageReport(sections, tests)).toBe(summary)
  const report = `2.banner.1 It greets.
  form/age.test.ts: greets › anyone
  form/age.test.ts: greets › by name
  form/age.test.ts: greets › c
  form/age.test.ts: greets › d
${summary}`
  expect(coverageReport(sections, tests, true)).toBe(report)
  expect(coverageReport(sections, tests.toReversed(), true)).toBe(report)
})

test('vitest: reads describe titles, outcomes, and a file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: '/root/engine/conditions.test.ts',
        status: 'failed',
        assertionResults: [
          { ancestorTitles: ['banner'], title: 'greets', status: 'passed', meta: { proves: ['4.banner.1'] } },
          { ancestorTitles: [], title: 'breaks', status: 'failed' },
          { ancestorTitles: [], title: 'waits', status: 'todo' },
        ],
      },
      { name: '/root/form/broken.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(testResultsIn(report, '/root')).toEqual([
    { file: 'engine/conditions.test.ts', title: 'banner › greets', outcome: 'passed', proves: ['4.banner.1'] },
    { file: 'engine/conditions.test.ts', title: 'breaks', outcome: 'failed', proves: [] },
    { file: 'engine/conditions.test.ts', title: 'waits', outcome: 'skipped', proves: [] },
    { file: 'form/broken.test.ts', title: 'the file as a whole', outcome: 'failed', proves: [] },
  ])
})

test('playwright: reads nested suites without the file as a title, outcomes, and an error outside tests', () => {
  const spec = (title: string, status: string, ...ids: readonly string[]) => {
    const annotations = [{ type: 'issue' }, ...ids.map((description) => ({ type: 'proves', description }))]
    return { file: 'story.journey.ts', title, tests: [{ status, annotations }] }
  }
  const report = {
    config: { rootDir: '/root/journeys' },
    suites: [
      {
        title: 'story.journey.ts',
        specs: [spec('alone', 'flaky')],
        suites: [
          { title: 'idle', specs: [spec('asks', 'expected', '4.idle.1', '4.idle.1'), spec('breaks', 'unexpected')] },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  }
  expect(testResultsIn(report, '/root')).toEqual([
    { file: 'journeys/story.journey.ts', title: 'alone', outcome: 'passed', proves: [] },
    { file: 'journeys/story.journey.ts', title: 'idle › asks', outcome: 'passed', proves: ['4.idle.1'] },
    { file: 'journeys/story.journey.ts', title: 'idle › breaks', outcome: 'failed', proves: [] },
    { file: 'journeys', title: 'no browser', outcome: 'failed', proves: [] },
  ])
})

test('refuses any other report', () => {
  expect(() => testResultsIn({ tests: [] }, '/root')).toThrow()
})
