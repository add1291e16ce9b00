import { parentPort, workerData } from 'node:worker_threads'

/** Requests without a pause, on so many connections at a time, from one message `{ seconds }` until its end. */
export type Load = {
  readonly address: string
  readonly connections: number
  readonly method: string
  readonly path: string
  /** One of these cookies for each request, in turn. */
  readonly cookies: readonly string[]
  /** A JSON object of which each request sends a copy with another `first_name`; undefined sends nothing. */
  readonly body: Readonly<Record<string, string>> | undefined
}
/** Milliseconds of each request, and how many were answered with another status than 200. */
export type LoadReport = { readonly times: readonly number[]; readonly failed: number }

// In a thread of its own, so that the measuring thread does not delay it.
const { address, connections, method, path, cookies, body }: Load = workerData
let number = 0

parentPort?.on('message', async ({ seconds }: { seconds: number }) => {
  const end = performance.now() + seconds * 1_000
  const times: number[] = []
  let failed = 0
  async function connection() {
    while (performance.now() < end) {
      number += 1
      const start = performance.now()
      const reply = await fetch(`${address}${path}`, {
        method,
        headers: {
          cookie: cookies[number % cookies.length] ?? '',
          'x-forwarded-for': `10.0.${Math.floor(number / 200) % 200}.${number % 200}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify({ ...body, first_name: `June ${number} ${start}` }) }),
      })
      await reply.arrayBuffer()
      if (reply.status === 200) times.push(performance.now() - start)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const report: LoadReport = { times, failed }
  parentPort?.postMessage(report)
})
