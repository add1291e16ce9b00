import { setTimeout as wait } from 'node:timers/promises'
import { type OwnProgram, startOwnProgram } from '../own-program.ts'

/** A program that is started again whenever it ends, as every supervisor does. */
export type Supervised = {
  readonly kill: () => Promise<void>
  /** How often it ended without being killed. */
  readonly endings: () => number
  readonly stop: () => Promise<void>
}

const PAUSE = 500 // ms before the next start, so that one that cannot start does not spin

export function supervise(...program: Parameters<typeof startOwnProgram>): Supervised {
  let current: OwnProgram = startOwnProgram(...program)
  let isStopping = false
  let kills = 0
  let ends = 0
  const watching = (async () => {
    while (!isStopping) {
      if (current.isRunning()) {
        await wait(20)
        continue
      }
      ends += 1
      await wait(PAUSE)
      if (!isStopping) current = startOwnProgram(...program)
    }
  })()
  return {
    kill: async () => {
      if (current.isRunning()) kills += 1
      await current.kill()
    },
    endings: () => ends - kills,
    stop: async () => {
      isStopping = true
      await watching
      await current.stop()
    },
  }
}
