import { expect, test } from 'vitest'
import { testResultsIn } from './test-results.ts'

test('vitest: reads describe titles, outcomes, and a file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: '/root/engine/holds.test.ts',
        status: 'failed',
        assertionResults: [
          { ancestorTitles: ['[4.banner.1] banner'], title: 'greets', status: 'passed' },
          { ancestorTitles: [], title: 'breaks', status: 'failed' },
          { ancestorTitles: [], title: 'waits', status: 'todo' },
        ],
      },
      { name: '/root/form/broken.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(testResultsIn(report, '/root')).toEqual([
    { file: 'engine/holds.test.ts', title: '[4.banner.1] banner › greets', outcome: 'passed' },
    { file: 'engine/holds.test.ts', title: 'breaks', outcome: 'failed' },
    { file: 'engine/holds.test.ts', title: 'waits', outcome: 'skipped' },
    { file: 'form/broken.test.ts', title: 'the file as a whole', outcome: 'failed' },
  ])
})

test('playwright: reads nested suites without the file as a title, outcomes, and an error outside tests', () => {
  const spec = (title: string, status: string) => ({ file: 'story.journey.ts', title, tests: [{ status }] })
  const report = {
    config: { rootDir: '/root/journeys' },
    suites: [
      {
        title: 'story.journey.ts',
        specs: [spec('alone', 'flaky')],
        suites: [{ title: '[4.idle.1] idle', specs: [spec('asks', 'expected'), spec('breaks', 'unexpected')] }],
      },
    ],
    errors: [{ message: 'no browser' }],
  }
  expect(testResultsIn(report, '/root')).toEqual([
    { file: 'journeys/story.journey.ts', title: 'alone', outcome: 'passed' },
    { file: 'journeys/story.journey.ts', title: '[4.idle.1] idle › asks', outcome: 'passed' },
    { file: 'journeys/story.journey.ts', title: '[4.idle.1] idle › breaks', outcome: 'failed' },
    { file: 'journeys', title: 'no browser', outcome: 'failed' },
  ])
})

test('refuses any other report', () => {
  expect(() => testResultsIn({ tests: [] }, '/root')).toThrow()
})
