import { once } from 'node:events'
import { createServer } from 'node:net'

const PORTS_EACH = 2_500
/** Systems take the ports of connections from above 32,767. Each test process that runs beside others has its own. */
const FIRST = 12_000 + PORTS_EACH * (Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 8)
let next = Math.floor(Math.random() * PORTS_EACH)

/**
 * A port of 127.0.0.1 that nothing listens on, and that no test running at the same time is given before a server
 * listens on it.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS_EACH; tried++) {
    next = (next + 1) % PORTS_EACH
    if (await isFree(FIRST + next)) return FIRST + next
  }
  throw new Error('There is no free port.')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (isListening) {
    probe.close()
    await once(probe, 'close')
  }
  return isListening
}
