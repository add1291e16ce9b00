import { parentPort, workerData } from 'node:worker_threads'

/** Requests without a pause, on so many connections at a time, for each message `Turn`. */
export type Load = {
  readonly address: string
  readonly connections: number
  readonly method: string
  readonly path: string
  /** One of these cookies for each request, in turn. */
  readonly cookies: readonly string[]
  /** A JSON object of which each request sends a copy with another answer to `changedKey`; undefined sends nothing. */
  readonly body: Readonly<Record<string, string>> | undefined
  readonly changedKey?: string
  readonly headers?: Readonly<Record<string, string>>
}
/** When the requests end: after these seconds, and after this many at the latest. */
export type Turn = { readonly seconds: number; readonly most: number }
/** Milliseconds of each request and of the whole turn, and how many were answered with another status than 200. */
export type LoadReport = { readonly times: readonly number[]; readonly lasted: number; readonly failed: number }

// In a thread of its own, so that the measuring thread does not delay it.
const {
  address,
  connections,
  method,
  path,
  cookies,
  body,
  changedKey = 'address_line_1',
  headers = {},
}: Load = workerData
let number = 0

parentPort?.on('message', async ({ seconds, most }: Turn) => {
  const began = performance.now()
  const times: number[] = []
  let failed = 0
  let left = most
  async function connection() {
    while (performance.now() < began + seconds * 1_000 && left > 0) {
      left -= 1
      number += 1
      const start = performance.now()
      const reply = await fetch(`${address}${path}`, {
        method,
        headers: {
          cookie: cookies[number % cookies.length] ?? '',
          'x-forwarded-for': `10.0.${Math.floor(number / 200) % 200}.${number % 200}`,
          ...headers,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify({ ...body, [changedKey]: `${number} Front Street ${start}` }) }),
      })
      await reply.arrayBuffer()
      if (reply.status === 200) times.push(performance.now() - start)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const report: LoadReport = { times, lasted: performance.now() - began, failed }
  parentPort?.postMessage(report)
})
