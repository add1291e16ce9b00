import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { type LabelsOf, type MetricName, metricTable } from './metric-table.ts'

/** A value that is read when somebody asks for the metrics. */
export type Reading = { readonly name: MetricName; readonly labels: Labels; readonly value: number }
type Labels = Readonly<Record<string, string>>

/** The metrics of one process. */
export type Metrics = {
  /** Counts one more. */
  readonly count: <Name extends MetricName>(name: Name, labels: LabelsOf<Name>) => void
  /** Counts one more of this value, for a histogram. */
  readonly observe: <Name extends MetricName>(name: Name, labels: LabelsOf<Name>, value: number) => void
  /**
   * Has values read at every scrape. What cannot be read, or not within two seconds, is absent from that scrape; the
   * scrape itself never fails.
   */
  readonly readAtScrape: (read: () => Promise<readonly Reading[]>) => void
  /** All metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>
}

/** One value for a scrape, with the labels that its metric has. */
export const reading = <Name extends MetricName>(name: Name, labels: LabelsOf<Name>, value: number): Reading => ({
  name,
  labels,
  value,
})

const READ_TIMEOUT = 3_000 // ms; longer than the checks of database and storage, which end by themselves
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Creates the metrics of a process, with all counters at 0. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const counters = new Map<string, Counter<string>>()
  const gauges = new Map<string, Gauge<string>>()
  const histograms = new Map<string, Histogram<string>>()
  for (const [name, { type, labels, help }] of Object.entries(metricTable)) {
    const options = { name, help, labelNames: Object.keys(labels), registers: [registry] }
    if (type === 'gauge') gauges.set(name, new Gauge(options))
    else if (type === 'histogram') histograms.set(name, new Histogram({ ...options, buckets: SECONDS }))
    else counters.set(name, startedAtZero(new Counter(options), labels))
  }
  const readers: (() => Promise<readonly Reading[]>)[] = []

  async function scrape(): Promise<string> {
    const readings = await Promise.all(readers.map((read) => withinTime(read())))
    for (const gauge of gauges.values()) gauge.reset()
    for (const { name, labels, value } of readings.flat()) {
      gauges.get(name)?.set(labels, value)
      const counter = counters.get(name)
      counter?.reset()
      counter?.inc(labels, value)
    }
    return registry.metrics()
  }

  let running: Promise<string> | undefined
  return {
    count: (name, labels) => counters.get(name)?.inc({ ...labels }),
    observe: (name, labels, value) => histograms.get(name)?.observe({ ...labels }, value),
    readAtScrape: (read) => void readers.push(read),
    // Scrapes at the same time share one reading, so that none finds the gauges of another half set.
    text: () => {
      running ??= scrape().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

/** Counts nothing for each known value of a counter's only label. */
function startedAtZero(counter: Counter<string>, labels: Readonly<Record<string, readonly string[] | string>>) {
  for (const [label, values] of Object.entries(labels)) {
    if (typeof values !== 'string') for (const value of values) counter.inc({ [label]: value }, 0)
  }
  return counter
}

/** Nothing if it fails or takes too long: the metrics that need it are absent, which an alert can see. */
async function withinTime(read: Promise<readonly Reading[]>): Promise<readonly Reading[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Reading[]>()
  const timeout = setTimeout(resolve, READ_TIMEOUT, [])
  try {
    return await Promise.race([read, promise])
  } catch {
    return []
  } finally {
    clearTimeout(timeout)
  }
}
