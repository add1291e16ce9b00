import { parentPort, workerData } from 'node:worker_threads'

/** Requests paths in turn at a steady pace from 'go' until 'stop', and then reports how long each request took. */
export type RequestLoad = { readonly address: string; readonly paths: readonly string[]; readonly perSecond: number }
/** Milliseconds. */
export type RequestTimes = { readonly times: readonly number[] }

// Runs in a thread of its own, so that the work measured in the other thread does not delay it.
const { address, paths, perSecond }: RequestLoad = workerData
let number = 0
let requests: Promise<number>[] = []
let timer: ReturnType<typeof setInterval> | undefined
parentPort?.on('message', async (command) => {
  if (command === 'go') {
    timer = setInterval(() => requests.push(request()), 1_000 / perSecond)
  } else {
    clearInterval(timer)
    const answer: RequestTimes = { times: await Promise.all(requests) }
    requests = []
    parentPort?.postMessage(answer)
  }
})

async function request(): Promise<number> {
  number += 1
  const start = performance.now()
  // The requests seem to come from many addresses, because the server limits the rate for one address.
  const headers = { 'x-forwarded-for': `10.0.0.${number % 50}` }
  const reply = await fetch(`${address}${paths[number % paths.length]}`, { headers })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}.`)
  return performance.now() - start
}
