import { cpus } from 'node:os'

/** How often work is done in a minute, judged by ten seconds: as many at a time as there are cores, each told which it is. */
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
