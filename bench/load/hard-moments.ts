import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { shareOf } from '../measure.ts'
import { freePort, logIn, startOwnProgram, waitFor } from '../own-server.ts'
import { longAnswers } from './fill.ts'
import { measured, turnOf } from './measured.ts'
import { filled, SECRET_KEY, startFloors } from './servers.ts'

const FEW = 100
const save = { method: 'PUT', path: '/api/answer', body: longAnswers, connections: 10 }
const MISSING = 'load: without PostgreSQL, which is not installed here'

/** Saves and profiles while as many programs as there are cores do nothing but compute. */
export async function onABusyMachine(url: string | undefined): Promise<readonly string[]> {
  if (url === undefined) return [MISSING]
  await using opened = new AsyncDisposableStack()
  const { people } = await filled(opened, FEW, url)
  const floor = { ...(await startFloors(opened, url)), ...save }
  for (const _ of cpus()) {
    const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
    opened.defer(() => void child.kill('SIGKILL'))
  }
  return await measured('PostgreSQL, beside programs that keep every core busy', {
    'one statement, 10': { ...floor, path: '/bare' },
    'the same duties, 10': { ...floor, path: '/duties' },
    'save, 10': { ...people, ...save, of: ['one statement, 10', 'the same duties, 10'] },
  })
}

const STARTS = 3
/** The seconds of work after a start that are told apart: up to each of these. */
const SECONDS = [1, 2, 5, 10, 20]

/**
 * Saves from the moment at which a server that was just started says that it is ready: how many in each second of its
 * work, of what the floor of the same duties makes in the second beside it.
 */
export async function afterARestart(url: string | undefined): Promise<readonly string[]> {
  if (url === undefined) return [MISSING]
  await using opened = new AsyncDisposableStack()
  const { people } = await filled(opened, FEW, url)
  const floorLoad = { ...(await startFloors(opened, url)), ...save, path: '/duties' }
  const floor = threadOf(opened, floorLoad)
  await turnOf(floor, { seconds: 10, most: Number.POSITIVE_INFINITY })
  const ratios: number[][] = []
  const ready: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'causeway-restart-'))
    const port = await freePort()
    const environment = { DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: url, SECRET_KEY, TRUST_PROXY: 'on' }
    const began = performance.now()
    const program = startOwnProgram('main.ts', { ...environment, LOG_LEVEL: 'silent' }, join(dataDir, 'log'))
    try {
      const address = `http://localhost:${port}`
      await waitFor(async () => ((await fetch(`${address}/readyz`)).ok ? true : undefined))
      ready.push(performance.now() - began)
      // Its cookies are called after its port.
      const name = /causeway-session[^=]*/.exec(await logIn(address, 'p0x@mail.example'))?.[0] ?? ''
      const cookies = people.cookies.map((each) => `${name}=${/causeway-session[^=]*=([^;]*)/.exec(each)?.[1]}`)
      const thread = threadOf(opened, { ...save, address, cookies })
      const rounds: number[] = []
      for (let second = 0; second < Math.max(...SECONDS); second += 1) {
        const ours = await turnOf(thread, { seconds: 1, most: Number.POSITIVE_INFINITY })
        const theirs = await turnOf(floor, { seconds: 1, most: Number.POSITIVE_INFINITY })
        if (ours.failed > 0) throw new Error(`${ours.failed} saves failed after a restart.`)
        rounds.push(ours.times.length / ours.lasted / (theirs.times.length / theirs.lasted))
      }
      ratios.push(rounds)
    } finally {
      await program.stop()
      rmSync(dataDir, { recursive: true })
    }
  }
  const parts = SECONDS.map((last, at) => {
    const first = (SECONDS[at - 1] ?? 0) + 1
    const found = ratios.flatMap((rounds) => rounds.slice(first - 1, last))
    return `second ${first === last ? first : `${first} to ${last}`} ${shareOf(found, 0.5).toFixed(2)}`
  })
  return [
    `load: saves after a restart, 10 connections, of the same duties by hand; median of ${STARTS} starts; ready after ${(shareOf(ready, 0.5) / 1000).toFixed(1)} s`,
    `  ${parts.join('   ')}`,
  ]
}

function threadOf(opened: AsyncDisposableStack, load: object): Worker {
  const worker = new Worker(new URL('./request-often.ts', import.meta.url), { workerData: load })
  opened.defer(() => worker.terminate().then(() => undefined))
  return worker
}
