/** A metric: its kind, the values that its labels may have (or what they name), and a sentence for its reader. */
type Metric = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels: Readonly<Record<string, readonly string[] | string>>
  readonly help: string
}

/**
 * Every metric by its name. A label with a list of values starts at 0 with each of them, so that the first event is an
 * increase. No label may hold what a person typed or what names a person: a route is its pattern, never an address.
 */
export const metricTable = {
  causeway_info: {
    type: 'gauge',
    labels: { release: 'the release', process: ['server', 'worker'] },
    help: 'Always 1; which release this process is, and of which kind.',
  },
  causeway_up: {
    type: 'gauge',
    labels: { what: ['database', 'storage'] },
    help: 'Whether it answered this scrape within two seconds and takes what is written: 1 or 0.',
  },
  causeway_writes_refused: {
    type: 'gauge',
    labels: { what: ['database', 'storage'], why: ['no_answer', 'refused', 'read_only', 'full', 'not_storage'] },
    help: 'Why it took nothing from the last probe, which writes every half minute (the database: every 15 seconds): 1 or 0. `not_storage`: a web page answers at its address.',
  },
  causeway_request_seconds: {
    type: 'histogram',
    labels: { method: 'the HTTP method', route: 'the pattern of the route', status: 'the HTTP status' },
    help: 'Requests that this server answered, and how long each took.',
  },
  causeway_requests_turned_away_total: {
    type: 'counter',
    labels: {},
    help: 'Calls that this server refused because too many others were in progress.',
  },
  causeway_done_total: {
    type: 'counter',
    labels: { what: ['save', 'submit', 'sign_up', 'log_in'] },
    help: 'Calls of applicants that succeeded on this server. Asking to sign up counts, also for an address that has an account.',
  },
  causeway_answers_read_total: {
    type: 'counter',
    labels: { from: ['memory', 'database'] },
    help: 'Saves and profiles by where their answers came from. Few from memory on a busy server: `RECENT_ANSWERS_MB` is small, or another server saves for the same people.',
  },
  causeway_limit_hits_total: {
    type: 'counter',
    labels: { limit: 'the name of the limit' },
    help: 'Requests that this server refused because a limit was reached.',
  },
  causeway_jobs_total: {
    type: 'counter',
    labels: { queue: 'the queue', outcome: 'done, retried or failed' },
    help: 'Jobs that this process ran. Failed ones failed for the last time.',
  },
  causeway_conversions_total: {
    type: 'counter',
    labels: { outcome: ['converted', 'refused', 'crashed', 'exhausted', 'late', 'interrupted'] },
    help: 'Documents that this process converted. Refused ones are the document itself; crashed, exhausted (memory or processor time) and late ones are the converter.',
  },
  causeway_pdf_signatures_total: {
    type: 'counter',
    labels: { outcome: ['signed', 'without_time_stamp', 'unsigned'] },
    help: 'PDFs that this process made with `PDF_CERT`. Without a time stamp: `TIME_STAMP_URL` gave none. Unsigned: the certificate was not valid that day.',
  },
  causeway_job_processes: {
    type: 'gauge',
    labels: { kind: ['server', 'worker'] },
    help: 'Processes that do jobs and were alive in the last minute. The same in every process.',
  },
  causeway_jobs_due: {
    type: 'gauge',
    labels: { queue: 'the queue' },
    help: 'Jobs in the database that could run now and wait. The same in every process.',
  },
  causeway_oldest_job_seconds: {
    type: 'gauge',
    labels: { queue: 'the queue' },
    help: 'How long the job that is most overdue has waited. The same in every process.',
  },
  causeway_jobs_failed: {
    type: 'gauge',
    labels: { queue: 'the queue' },
    help: 'Jobs in the database that failed for the last time; each is kept for a week. The same in every process.',
  },
  causeway_mails: {
    type: 'gauge',
    labels: { outcome: ['sent', 'refused', 'blocked'] },
    help: 'Mails of the last 24 hours that the mail server accepted, refused because of their address, or refused for another reason and has not accepted since. The same in every process.',
  },
  causeway_deliveries_unsent: {
    type: 'gauge',
    labels: { target: 'the target' },
    help: 'Deliveries that were begun over an hour ago and could not be put into the folder of their target; absent where there are none, and in a process without DELIVERIES_FILE.',
  },
  causeway_unacknowledged: {
    type: 'gauge',
    labels: { target: 'the target' },
    help: 'Applications that a target was given over 48 hours ago and has not acknowledged; absent for one that has acknowledged everything, or never anything. The same in every process.',
  },
  causeway_webhook_messages_total: {
    type: 'counter',
    labels: { webhook: 'the name of the webhook', outcome: 'sent, failed or gone' },
    help: 'Tries to send a message to a webhook. Gone means that its receiver wants no more (410).',
  },
  causeway_database_connections: {
    type: 'gauge',
    labels: { state: ['used', 'idle', 'waiting'] },
    help: 'Connections of the pool of this process, and how many requests wait for one. Absent with the embedded database.',
  },
  causeway_clock_ahead_seconds: {
    type: 'gauge',
    labels: {},
    help: 'By how much at least the clock of this process is ahead of that of the database; negative if it is behind.',
  },
  causeway_clock_in_doubt: {
    type: 'gauge',
    labels: {},
    help: 'Whether the time is more than a day from that of the database, or from when this installation was last at work, so that nothing is erased by time: 1 or 0.',
  },
  causeway_event_loop_delay_seconds: {
    type: 'gauge',
    labels: { percentile: ['50', '99', '100'] },
    help: 'How late timers of this process were since the last scrape.',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    labels: {},
    help: 'Processor time of this process, without its converters.',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    labels: {},
    help: 'Memory of this process, without its converters.',
  },
  process_start_time_seconds: {
    type: 'gauge',
    labels: {},
    help: 'When this process started, in seconds since 1970.',
  },
} as const satisfies Readonly<Record<string, Metric>>

type MetricTable = typeof metricTable

/** The name of a metric. */
export type MetricName = keyof MetricTable
/** The labels of one metric. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in keyof MetricTable[Name]['labels']]: MetricTable[Name]['labels'][Label] extends readonly (infer Value extends
    string)[]
    ? Value
    : string
}

/** The table of the metrics for docs/operating.md. */
export const metricsInMarkdown = (): string => {
  const rows: readonly (readonly [string, Metric])[] = Object.entries(metricTable)
  const labelText = ([label, values]: readonly [string, readonly string[] | string]) =>
    `\`${label}\` (${typeof values === 'string' ? values : values.join(', ')})`
  return [
    '| metric | kind | labels | what it says |',
    '|---|---|---|---|',
    ...rows.map(
      ([name, { type, labels, help }]) =>
        `| \`${name}\` | ${type} | ${Object.entries(labels).map(labelText).join(', ')} | ${help} |`,
    ),
  ].join('\n')
}
