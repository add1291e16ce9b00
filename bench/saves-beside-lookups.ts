import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Asked, Asking } from './ask-steadily.ts'
import { shareOf, timesText } from './median.ts'
import { callOf, type OwnServer, startOwnServer } from './own-server.ts'
import { typedBeginnings } from './typed-beginnings.ts'

const ROUNDS = 10
const SAVES = 400 // of each kind in a round: their p99 is the fourth slowest
const PER_SECOND = 50

/** What goes on beside the saves. The second tells what any request costs, so that the third tells what a lookup costs. */
const companies: Readonly<Record<string, readonly string[]>> = {
  'saves alone': [],
  'beside empty requests': ['/healthz'],
  'beside lookups': [...typedBeginnings()].map(
    ({ text, category }) => `/lookup/find?${new URLSearchParams({ text, category })}`,
  ),
}

/**
 * How long a save takes on the embedded database, alone and while lookups run. The kinds take turns in one run, in another order
 * each round, so that whatever else the machine does meets them alike. `imports`: files for `npm run schools`, each with its flag.
 */
export async function savesBesideLookups(
  imports: readonly (readonly [flag: string, path: string])[],
): Promise<readonly string[]> {
  const server = await startOwnServer()
  try {
    for (const file of imports) server.command('schools', 'import', ...file)
    await savesOf(server) // to warm up
    const rounds: (readonly (readonly number[])[])[] = []
    const lookups: number[] = []
    let at = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = Object.values(companies).map((paths, place) => ({ paths, place }))
      const times: (readonly number[])[] = []
      for (const { paths, place } of round % 2 === 0 ? order : order.reverse()) {
        // Every lookup is a new one, so that none is remembered.
        const others = askSteadily(server.address, [...paths.slice(at % paths.length), ...paths.slice(0, at)])
        times[place] = await savesOf(server)
        const asked = await others()
        if (paths.length > 1) lookups.push(...asked)
        at += asked.length
      }
      rounds.push(times)
    }
    return report(rounds, lookups)
  } finally {
    await server.close()
  }
}

async function savesOf({ address, cookie }: OwnServer): Promise<readonly number[]> {
  const times: number[] = []
  for (let save = 0; save < SAVES; save += 1) {
    const begun = performance.now()
    await callOf(`${address}/api/answer`, 'PUT', { first_name: `June ${save} ${begun}` }, { cookie })
    times.push(performance.now() - begun)
    await wait(5)
  }
  return times
}

/** Asks until told to stop, and then says how long each answer took. */
function askSteadily(address: string, paths: readonly string[]): () => Promise<readonly number[]> {
  if (paths.length === 0) return async () => []
  const workerData: Asking = { address, paths, perSecond: PER_SECOND }
  const worker = new Worker(new URL('./ask-steadily.ts', import.meta.url), { workerData })
  return async () => {
    worker.postMessage('stop')
    const [asked] = await once(worker, 'message')
    await worker.terminate()
    const { times }: Asked = asked
    return times
  }
}

function report(rounds: readonly (readonly (readonly number[])[])[], lookups: readonly number[]): readonly string[] {
  const lines = Object.keys(companies).map((name, place) => {
    const all = rounds.flatMap((round) => round[place] ?? [])
    const ratio = (share: number) => {
      const ratios = rounds.map((round) => shareOf(round[place] ?? [], share) / shareOf(round[0] ?? [], share))
      const [low, middle, high] = [0.25, 0.5, 0.75].map((each) => shareOf(ratios, each).toFixed(2))
      return `${middle} (${low} to ${high})`
    }
    const against = place === 0 ? '' : `   against alone, by round: p50 × ${ratio(0.5)}, p99 × ${ratio(0.99)}`
    return `  ${name.padEnd(22)} ${timesText(all)}${against}`
  })
  return [
    `saves, ${ROUNDS} rounds of ${SAVES} of each kind; ${PER_SECOND} requests a second beside them; ratios: median (quartiles) of the rounds`,
    ...lines,
    `  those ${lookups.length} lookups    ${timesText(lookups)}`,
  ]
}
