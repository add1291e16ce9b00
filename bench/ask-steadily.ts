import { parentPort, workerData } from 'node:worker_threads'

/** Requests paths in turn at a steady pace from 'go' until 'stop', and then reports how long each request took. */
export type Asking = { readonly address: string; readonly paths: readonly string[]; readonly perSecond: number }
/** Milliseconds. */
export type Asked = { readonly times: readonly number[] }

// Runs in a thread of its own, so that the work measured in the other thread does not delay it.
const { address, paths, perSecond }: Asking = workerData
let number = 0
let asked: Promise<number>[] = []
let timer: ReturnType<typeof setInterval> | undefined
parentPort?.on('message', async (word) => {
  if (word === 'go') {
    timer = setInterval(() => asked.push(ask()), 1_000 / perSecond)
  } else {
    clearInterval(timer)
    const answer: Asked = { times: await Promise.all(asked) }
    asked = []
    parentPort?.postMessage(answer)
  }
})

async function ask(): Promise<number> {
  number += 1
  const begun = performance.now()
  // The requests seem to come from many addresses, because the server limits the rate for one address.
  const headers = { 'x-forwarded-for': `10.0.0.${number % 50}` }
  const reply = await fetch(`${address}${paths[number % paths.length]}`, { headers })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}.`)
  return performance.now() - begun
}
