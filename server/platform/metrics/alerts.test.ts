import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { metricTable } from './metric-table.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const { groups }: { groups: readonly { rules: readonly { alert: string; expr: string }[] }[] } = parse(
  readFileSync(join(deploy, 'alerts.yml'), 'utf8'),
)
const { panels }: { panels: readonly { title: string; targets: readonly { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(deploy, 'dashboard.json'), 'utf8'),
)
const asked: readonly (readonly [what: string, expression: string])[] = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]
/** What Prometheus itself adds to what it has asked for. */
const OF_PROMETHEUS = ['up']

/** What an expression asks for that the product does not serve: metrics, labels, and values of labels. */
function unknownIn(expression: string): readonly string[] {
  const table: Readonly<Record<string, (typeof metricTable)[keyof typeof metricTable]>> = metricTable
  return [...expression.matchAll(/\b(causeway_\w+|process_\w+|up)\b(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', selected = '']) => {
      const metric = table[name] ?? table[name.replace(/_(bucket|count|sum)$/, '')]
      if (OF_PROMETHEUS.includes(name)) return []
      if (metric === undefined) return [name]
      return [...selected.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(([, label = '', values = '']) => {
        const labels: Readonly<Record<string, readonly string[] | string>> = metric.labels
        const known = labels[label]
        if (label === 'job') return []
        if (known === undefined) return [`${name}{${label}}`]
        return typeof known === 'string' ? [] : values.split('|').filter((value) => !known.includes(value))
      })
    },
  )
}

test('the alerts and the dashboard ask for what the product serves', () => {
  expect(asked.length).toBeGreaterThan(30)
  expect(asked.filter(([, expression]) => unknownIn(expression).length > 0)).toEqual([])
})

test('a name, a label or a value that nothing serves is found', () => {
  expect(unknownIn('rate(causeway_gone_total[5m])')).toEqual(['causeway_gone_total'])
  expect(unknownIn('causeway_up{which="database"}')).toEqual(['causeway_up{which}'])
  expect(unknownIn('causeway_up{what=~"database|storages"}')).toEqual(['storages'])
})

test('every metric that is worth waking somebody for has an alert', () => {
  const guide = readFileSync(join(deploy, '../docs/operating.md'), 'utf8')
  const rows = guide.slice(guide.indexOf('| metric | alert when |')).split('\n\n')[0] ?? ''
  const named = new Set([...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name))
  const rules = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)).join('\n')
  // A process that is missing is what Prometheus says itself; that nobody saves depends on the day.
  const ofTheDay = ['causeway_info', 'causeway_done_total']
  expect([...named].filter((name) => !rules.includes(name))).toEqual(ofTheDay)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.log('The rules were not read by Prometheus itself: promtool is not installed.')
test.skipIf(!hasPromtool)('Prometheus reads the rules', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', join(deploy, 'alerts.yml')], {
    encoding: 'utf8',
  })
  expect(stdout + stderr).toMatch(/SUCCESS: \d+ rules found/)
  expect(status).toBe(0)
})
