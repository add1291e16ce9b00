import type { Figure } from './figures.ts'

/** Counts in this process alone, for what is asked at every keystroke: seconds to wait, undefined while one more is allowed. */
export type MemoryLimit = (subject: string) => number | undefined

/** How often one address may look something up: ten people typing at once, each asking twice a second (decision 37). */
export const lookupFigure: Figure = { most: 1_200, seconds: 60 }

/** Opens a limit; all counters end together, so that nothing is left to sweep. */
export function openMemoryLimit({ most, seconds }: Figure, now: () => number = Date.now): MemoryLimit {
  const counts = new Map<string, number>()
  let ends = 0
  return (subject) => {
    if (now() >= ends) {
      counts.clear()
      ends = now() + seconds * 1_000
    }
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    return count <= most ? undefined : Math.ceil((ends - now()) / 1_000)
  }
}
