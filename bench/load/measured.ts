import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { shareOf } from '../measure.ts'
import type { Load, LoadReport, Turn } from './request-often.ts'

/**
 * A load on one process. `of` names the loads that it is compared with; `most` is its number of requests in all; `before`
 * is done before each of its rounds.
 */
export type Measured = Load & {
  readonly processId: number
  readonly of?: readonly string[]
  readonly most?: number
  readonly before?: () => Promise<void>
}

const ROUNDS = 12
const SECONDS = 1
/** A server compiles its own program while it works; one that has been up for a minute is done with it. */
const WARMING_UP = 10

/**
 * Runs the loads in turn, many short rounds, so that other activity of the machine affects all of them equally. Loads
 * are compared round by round. A load with a number of requests runs in one round alone.
 */
export async function measured(title: string, loads: Readonly<Record<string, Measured>>): Promise<readonly string[]> {
  const clients = Object.entries(loads).map(([name, { before: prepare, ...load }]) => {
    const worker = new Worker(new URL('./request-often.ts', import.meta.url), { workerData: load })
    return { name, load, prepare, worker, times: [] as number[], perSecond: [] as number[], processor: 0, failed: 0 }
  })
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const client of clients) {
      const { most } = client.load
      if (most !== undefined && round !== 1) continue
      const turn: Turn =
        most === undefined ? { seconds: round === 0 ? WARMING_UP : SECONDS, most: Infinity } : { seconds: 60, most }
      await client.prepare?.()
      const before = processorSeconds(client.load.processId)
      const report = await turnOf(client.worker, turn)
      if (round === 0) continue // to warm up
      client.times.push(...report.times)
      client.perSecond.push((report.times.length * 1_000) / report.lasted)
      client.processor += processorSeconds(client.load.processId) - before
      client.failed += report.failed
    }
  }
  await Promise.all(clients.map(({ worker }) => worker.terminate()))
  const ratesOf = (name: string) => clients.find((each) => each.name === name)?.perSecond ?? []
  const rateOf = (name: string) => shareOf(ratesOf(name), 0.5)
  const ratio = (name: string, other: string) => {
    const others = ratesOf(other)
    return shareOf(
      ratesOf(name).map((rate, round) => rate / (others[round] ?? 0)),
      0.5,
    )
  }
  return [
    `load: ${title}; median of ${ROUNDS} rounds of ${SECONDS} s; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    ...clients.map(({ name, load: { of = [] }, times, processor, failed }) =>
      [
        `  ${name.padEnd(50)} ${rateOf(name).toFixed(0).padStart(5)}/s`,
        `p50 ${shareOf(times, 0.5).toFixed(1)} ms`,
        `p99 ${shareOf(times, 0.99).toFixed(1)} ms`,
        `${((processor * 1_000) / Math.max(1, times.length)).toFixed(2)} ms of processor`,
        ...of.map((other) => `${ratio(name, other).toFixed(2)} of ${other}`),
        ...(failed > 0 ? [`${failed} FAILED`] : []),
      ].join('   '),
    ),
  ]
}

/** One turn of a load's thread. */
export async function turnOf(worker: Worker, turn: Turn): Promise<LoadReport> {
  worker.postMessage(turn)
  const [report]: [LoadReport] = (await once(worker, 'message')) as [LoadReport]
  return report
}

/** Seconds of processor time that a process has used, from Linux. */
function processorSeconds(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
