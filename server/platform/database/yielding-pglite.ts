import { setImmediate as othersRan } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'

/** Milliseconds of queries between two breaks. */
const TURN = 10

/**
 * PGlite runs queries in this thread, so a loop of queries never waits, and without a break the process would answer
 * nobody until the loop ends: a new index of 10,000 applications kept everybody waiting for 96 seconds.
 */
export class YieldingPGlite extends PGlite {
  #turnEnds = 0

  override async execProtocolRaw(...given: Parameters<PGlite['execProtocolRaw']>): Promise<Uint8Array> {
    if (performance.now() >= this.#turnEnds) {
      await othersRan()
      this.#turnEnds = performance.now() + TURN
    }
    return super.execProtocolRaw(...given)
  }
}
