import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createMetrics, reading } from './index.ts'
import { metricTable } from './metric-table.ts'

afterEach(() => void vi.useRealTimers())

const docs = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
const [, section = ''] = /## Metrics and alerts\n([\s\S]*?)\n## /.exec(docs) ?? []

test('the documentation, the table and a scrape name the same metrics', async () => {
  const scraped = (await createMetrics().text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)
  const [, documented = ''] = section.split(/<!-- .*metrics.* -->/)
  const rows = documented.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)
  const inTable = Object.entries(metricTable).map(([name, { type }]) => `${name} ${type}`)
  expect([...scraped].map(([, name, type]) => `${name} ${type}`)).toEqual(inTable)
  expect([...rows].map(([, name, type]) => `${name} ${type}`)).toEqual(inTable)
})

test('every alert is about a metric that exists', () => {
  const [, alerts = ''] = section.split('| metric | alert when | what to do |')
  const named = [...alerts.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !Object.hasOwn(metricTable, name ?? ''))).toEqual([])
})

test('known labels start at 0, and each event counts one', async () => {
  const metrics = createMetrics()
  expect(await metrics.text()).toContain('causeway_done_total{what="submit"} 0\n')
  metrics.count('causeway_done_total', { what: 'submit' })
  metrics.count('causeway_done_total', { what: 'submit' })
  metrics.observe('causeway_request_seconds', { method: 'GET', route: '/x', status: '200' }, 0.3)
  const text = await metrics.text()
  expect(text).toContain('causeway_done_total{what="submit"} 2\n')
  expect(text).toContain('causeway_request_seconds_bucket{le="0.25",method="GET",route="/x",status="200"} 0\n')
  expect(text).toContain('causeway_request_seconds_bucket{le="0.5",method="GET",route="/x",status="200"} 1\n')
})

test('what fails or never answers is absent, the rest is there, and nothing of an earlier scrape remains', async () => {
  const metrics = createMetrics()
  let isAway = false
  metrics.readAtScrape(async () => {
    if (isAway) throw new Error('The database is unavailable.')
    return [reading('causeway_jobs_due', { queue: 'mail' }, 3)]
  })
  metrics.readAtScrape(() => (isAway ? new Promise(() => {}) : Promise.resolve([])))
  metrics.readAtScrape(async () => [reading('causeway_up', { what: 'database' }, Number(!isAway))])
  metrics.readAtScrape(async () => [reading('process_cpu_seconds_total', {}, 7)])
  const before = await metrics.text()
  expect(before).toContain('causeway_up{what="database"} 1\n')
  expect(before).toContain('causeway_jobs_due{queue="mail"} 3\n')
  isAway = true
  vi.useFakeTimers()
  const [text] = await Promise.all([metrics.text(), vi.advanceTimersByTimeAsync(3000)])
  expect(text).toContain('causeway_up{what="database"} 0\n')
  expect(text).not.toContain('causeway_jobs_due{')
  expect(text).toContain('process_cpu_seconds_total 7\n')
})

test('two scrapes at once get the same whole answer', async () => {
  const metrics = createMetrics()
  metrics.readAtScrape(async () => [reading('causeway_jobs_due', { queue: 'mail' }, 3)])
  const [one, other] = await Promise.all([metrics.text(), metrics.text()])
  expect(one).toContain('causeway_jobs_due{queue="mail"} 3')
  expect(other).toBe(one)
})
