import { parentPort, workerData } from 'node:worker_threads'

/** Asks one server for one path after the other at a steady pace until it is told to stop. */
export type Asking = { readonly address: string; readonly paths: readonly string[]; readonly perSecond: number }
/** Milliseconds that each answer took. */
export type Asked = { readonly times: readonly number[] }

// In a thread of its own, so that what is measured in the other one does not wait for it.
const { address, paths, perSecond }: Asking = workerData
const times: number[] = []
const asked: Promise<void>[] = []
const timer = setInterval(() => void asked.push(ask(asked.length)), 1_000 / perSecond)
parentPort?.once('message', async () => {
  clearInterval(timer)
  await Promise.all(asked)
  const answer: Asked = { times }
  parentPort?.postMessage(answer)
})

async function ask(number: number): Promise<void> {
  const begun = performance.now()
  // From many addresses, because one may not ask this often.
  const headers = { 'x-forwarded-for': `10.0.0.${number % 50}` }
  const reply = await fetch(`${address}${paths[number % paths.length]}`, { headers })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}.`)
  times.push(performance.now() - begun)
}
