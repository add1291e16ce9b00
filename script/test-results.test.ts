import { expect, test } from 'vitest'
import { testResultsIn } from './test-results.ts'

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
