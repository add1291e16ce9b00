import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Measurements of one kind of work, in milliseconds. */
export type Measurements = { readonly median: number; readonly p95: number; readonly worst: number }

/** Runs the work this many times, after a tenth as many to warm up, and returns its times in milliseconds. */
export async function timesOf(runs: number, work: () => unknown): Promise<Measurements> {
  for (let run = 0; run < runs / 10; run += 1) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return { median: shareOf(times, 0.5), p95: shareOf(times, 0.95), worst: shareOf(times, 1) }
}

/** Formats one measurement as a line of the report. */
export const line = (name: string, { median, p95, worst }: Measurements, bar = ''): string =>
  `${name.padEnd(52)} median ${median.toFixed(3)} ms   p95 ${p95.toFixed(3)} ms   worst ${worst.toFixed(3)} ms   ${bar}`

/** The time below which this share of all times lies. */
export function shareOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Formats times in milliseconds: the median, the 99th percentile and the longest. */
export function timesText(times: readonly number[]): string {
  const at = (share: number) => shareOf(times, share).toFixed(1)
  return `p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   worst ${at(1)} ms`
}

/** How often work runs per minute, measured for ten seconds. Each core runs one at a time and is passed its number. */
export async function perMinute(work: (core: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + 10_000
  let done = 0
  const worker = async (_: unknown, core: number) => {
    while (performance.now() < end) {
      await work(core)
      done += 1
    }
  }
  await Promise.all(cpus().map(worker))
  return done * 6
}

/** The most memory that this process and all its descendants have used together, read from /proc every 100 ms. */
export function peakMemory(): { readonly stop: () => number } {
  let peak = 0
  const timer = setInterval(() => {
    const processes = new Set([process.pid])
    let bytes = 0
    for (const pid of readdirSync('/proc')
      .map(Number)
      .filter(Boolean)
      .sort((a, b) => a - b)) {
      try {
        const [, parent] = /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        if (!processes.has(pid) && !processes.has(Number(parent))) continue
        processes.add(pid)
        bytes += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
      } catch {
        // The process ended after it was listed.
      }
    }
    peak = Math.max(peak, bytes)
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}
