import { cpus } from 'node:os'

/** How often work runs per minute, measured for ten seconds. Each core runs one at a time and is passed its number. */
export async function perMinute(work: (core: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + 10_000
  let done = 0
  const worker = async (_: unknown, core: number) => {
    while (performance.now() < end) {
      await work(core)
      done += 1
    }
  }
  await Promise.all(cpus().map(worker))
  return done * 6
}
