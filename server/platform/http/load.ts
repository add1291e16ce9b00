/** How many calls the server works on at once. */
export type Load = {
  /** Whether one more would wait longer than a person does. */
  readonly isFull: () => boolean
  /** Does one piece of work that counts until it ends, whether or not whoever asked is still there. */
  readonly carry: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** A save takes about 10 ms of one processor, so that the last of these is answered after about two seconds. */
const MOST_IN_HAND = 200

/** Counts the calls in hand: what waits for a slow client is not among them, and a stall of the machine is no call. */
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
