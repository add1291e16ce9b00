import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { RequestLoad, RequestTimes } from './ask-steadily.ts'
import { shareOf, timesText } from './measure.ts'
import { call, type OwnServer, startOwnServer } from './own-server.ts'
import { typedBeginnings } from './typed-beginnings.ts'

const ROUNDS = 40
const SAVES = 100 // of each kind in a round
const PER_SECOND = 50

/** The load during the saves. The second row is the cost of any request; the third adds the cost of a lookup. */
const loads: Readonly<Record<string, readonly string[]>> = {
  'saves alone': [],
  'beside empty requests': ['/healthz'],
  // There are enough for all rounds, so no result is cached from an earlier one.
  'beside lookups': [...typedBeginnings()].map(
    ({ text, category }) => `/lookup/find?${new URLSearchParams({ text, category })}`,
  ),
}

/** The times of a round, in the order of the loads. */
type Round = readonly (readonly number[])[]

/**
 * Measures how long a save takes on the embedded database, alone and while lookups run. The loads take turns every
 * second or two, in a different order each round, so that other activity of the machine affects all of them equally.
 * `imports` lists files for `npm run schools`, with their flags.
 */
export async function savesBesideLookups(
  imports: readonly (readonly [flag: string, path: string])[],
): Promise<readonly string[]> {
  const server = await startOwnServer()
  const clients = Object.values(loads).map((paths) => createClient(server.address, paths))
  try {
    for (const file of imports) await server.command('schools', 'import', ...file)
    await savesOf(server) // to warm up
    const rounds: Round[] = []
    const lookups: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const times: (readonly number[])[] = []
      for (let turn = 0; turn < clients.length; turn += 1) {
        const place = (round + turn) % clients.length
        clients[place]?.go()
        times[place] = await savesOf(server)
        const asked = await clients[place]?.stop()
        if (place === clients.length - 1) lookups.push(...(asked ?? []))
      }
      rounds.push(times)
    }
    return report(rounds, lookups)
  } finally {
    await Promise.all(clients.map(({ close }) => close()))
    await server.close()
  }
}

async function savesOf({ address, cookie }: OwnServer): Promise<readonly number[]> {
  const times: number[] = []
  for (let save = 0; save < SAVES; save += 1) {
    const start = performance.now()
    await call(`${address}/api/answer`, 'PUT', { first_name: `June ${save} ${start}` }, { cookie })
    times.push(performance.now() - start)
    await wait(5)
  }
  return times
}

function createClient(address: string, paths: readonly string[]) {
  const workerData: RequestLoad = { address, paths, perSecond: PER_SECOND }
  const worker = new Worker(new URL('./ask-steadily.ts', import.meta.url), { workerData })
  const isIdle = paths.length === 0
  return {
    go: () => {
      if (!isIdle) worker.postMessage('go')
    },
    stop: async () => {
      worker.postMessage('stop')
      const [asked] = await once(worker, 'message')
      const { times }: RequestTimes = asked
      return times
    },
    close: () => worker.terminate(),
  }
}

function report(rounds: readonly Round[], lookups: readonly number[]): readonly string[] {
  const lines = Object.keys(loads).map((name, place) => {
    const comparison = place === 0 ? '' : `   p50 × ${ratio(rounds, place, 0.5)}, p99 × ${ratio(rounds, place, 0.99)}`
    return `  ${name.padEnd(22)} ${timesText(timesIn(rounds, place))}${comparison}`
  })
  return [
    `saves, ${ROUNDS} rounds of ${SAVES} of each kind, beside ${PER_SECOND} requests a second; × compares with saves alone (range of 9 in 10 resamples)`,
    ...lines,
    `  those ${lookups.length} lookups     ${timesText(lookups)}`,
  ]
}

const timesIn = (rounds: readonly Round[], place: number) => rounds.flatMap((round) => round[place] ?? [])

const RESAMPLES = 500

/** How much longer saves take under load, and the range due to chance, which is estimated by resampling the rounds. */
function ratio(rounds: readonly Round[], place: number, share: number): string {
  const of = (some: readonly Round[]) => shareOf(timesIn(some, place), share) / shareOf(timesIn(some, 0), share)
  const resample = () => rounds.map(() => rounds[Math.floor(Math.random() * rounds.length)] ?? [])
  const ratios = Array.from({ length: RESAMPLES }, () => of(resample()))
  return `${of(rounds).toFixed(2)} (${shareOf(ratios, 0.05).toFixed(2)} to ${shareOf(ratios, 0.95).toFixed(2)})`
}
