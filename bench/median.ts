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
