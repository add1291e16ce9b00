import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startOwnProgram } from '../own-program.ts'
import { freePort, waitFor } from '../own-server.ts'

/** Seconds from being ready to the measurement. */
const REST = Number(process.env.LOAD_REST_SECONDS ?? 60)

/** The memory of a server on the embedded database that has done nothing for a minute: no document, no log-in. */
export async function memoryAtRest(): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-rest-'))
  const port = await freePort()
  const asStarted = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } // as script/start does
  const environment = { ...asStarted, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' }
  const server = startOwnProgram('main.ts', environment, join(dataDir, 'log'))
  try {
    await waitFor(async () => ((await fetch(`http://localhost:${port}/readyz`)).ok ? true : undefined))
    await wait(REST * 1_000)
    const status = readFileSync(`/proc/${server.processId}/status`, 'utf8')
    const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024)
    return [
      `load: memory of the embedded server ${REST} s after its start: ${megabytes('VmRSS')} MB, at most ${megabytes('VmHWM')} MB   (bar: 400 MB at rest)`,
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}
