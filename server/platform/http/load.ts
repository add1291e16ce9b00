/** How many calls the server is working on. */
export type Load = {
  /** Whether one more call would wait longer than people are willing to. */
  readonly isFull: () => boolean
  /** Runs one piece of work and counts it until it ends, even if the client has disconnected. */
  readonly carry: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** A save takes about 10 ms of one processor, so the last of these calls gets its reply after about two seconds. */
const MOST_IN_HAND = 200

/** Counts the calls in progress. Waiting for a slow client does not count, and neither does a stall of the machine. */
export function createLoad(most = MOST_IN_HAND): Load {
  let inHand = 0
  return {
    isFull: () => inHand >= most,
    carry: async (work) => {
      inHand += 1
      try {
        return await work()
      } finally {
        inHand -= 1
      }
    },
  }
}
