import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const count = Number(process.env.SCHEDULES ?? 100_000)

/** Runs many random schedules of the simulated world; throws at the first that loses an answer and reports its seed. */
export function scheduleMeasurements(): readonly string[] {
  const start = performance.now()
  execFileSync('npx', ['vitest', 'run', '--project', 'unit', 'screen/app/schedules.test.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, SCHEDULES: String(count) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  return [`schedules: ${count.toLocaleString('en-US')} simulated in ${minutes} min, no answer lost   (bar: 100,000)`]
}
