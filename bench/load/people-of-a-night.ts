import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ANSWER_ORDER, formatAnswerOrder } from '../../api/index.ts'

/** People who each leave a field every so many seconds, for so long, and then wait until the last save is stored. */
export type Night = {
  readonly address: string
  readonly cookies: readonly string[]
  readonly every: number
  readonly seconds: number
  /** How long they go on trying after that. */
  readonly patience: number
}
export type NightReport = {
  /** Milliseconds from leaving the field to the acknowledgement. */
  readonly times: readonly number[]
  readonly asked: number
  /** How many were acknowledged without a second try. */
  readonly atOnce: number
  /** By the number of the person: the last save that was acknowledged, and the last one that was sent. */
  readonly acknowledged: readonly number[]
  readonly sent: readonly number[]
  /** Replies other than 200, by status; 0 is none at all. */
  readonly refused: Readonly<Record<number, number>>
}

const { address, cookies, every, seconds, patience }: Night = workerData
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

// In a thread of its own, so that the measuring thread does not delay it. Everybody begins at another moment of the
// first interval, and keeps to the clock however late the replies are. What is refused is sent again when the reply says,
// as the browser does.
const times: number[] = []
const refused: Record<number, number> = {}
const acknowledged = cookies.map(() => 0)
const sent = cookies.map(() => 0)
let [asked, atOnce] = [0, 0]
const began = performance.now()
const end = began + (seconds + patience) * 1_000

await Promise.all(
  cookies.map(async (_, person) => {
    const first = began + (person / cookies.length) * every * 1_000
    const saves = []
    for (let round = 1; first + (round - 1) * every * 1_000 < began + seconds * 1_000; round += 1) {
      const due = first + (round - 1) * every * 1_000
      await wait(Math.max(0, due - performance.now()))
      saves.push(save(person, round, due))
    }
    await Promise.all(saves)
  }),
)
agent.destroy()
const report: NightReport = { times, asked, atOnce, acknowledged, sent, refused }
parentPort?.postMessage(report)

async function save(person: number, round: number, due: number): Promise<void> {
  asked += 1
  sent[person] = round
  for (let tries = 1; performance.now() < end; tries += 1) {
    const { status, retryAfter } = await put(cookies[person] ?? '', round, person)
    if (status === 200) {
      times.push(performance.now() - due)
      acknowledged[person] = Math.max(acknowledged[person] ?? 0, round)
      if (tries === 1) atOnce += 1
      return
    }
    refused[status] = (refused[status] ?? 0) + 1
    // What was left later holds what this one had, and more.
    if ((sent[person] ?? 0) > round) return
    await wait((retryAfter + Math.random()) * 1_000)
  }
}

function put(cookie: string, round: number, person: number): Promise<{ status: number; retryAfter: number }> {
  const body = JSON.stringify({ city: `Town ${round}` })
  // Without the order of writing, a save that waited would replace the one that was written after it.
  const order = { device: `night${String(person).padStart(8, '0')}`, keys: { city: { number: round, over: 1_000 } } }
  const headers = {
    cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    [ANSWER_ORDER]: formatAnswerOrder(order),
    'x-forwarded-for': `10.0.${Math.floor(person / 200)}.${person % 200}`,
  }
  return new Promise((resolve) => {
    const call = request(`${address}/api/answer`, { method: 'PUT', agent, headers, timeout: 60_000 }, (reply) => {
      reply.resume()
      const after = Number(reply.headers['retry-after'] ?? 1)
      reply.once('close', () => resolve({ status: reply.statusCode ?? 0, retryAfter: after }))
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve({ status: 0, retryAfter: 1 }))
    call.end(body)
  })
}
