/** How many calls the server is working on. */
export type Load = {
  /** Whether one more call would wait longer than people are willing to. */
  readonly isFull: () => boolean
  /** Runs one piece of work and counts it until it ends, even if the client has disconnected. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** A save takes about 10 ms of one processor, so the last of these calls gets its reply after about two seconds. */
const MAX_IN_PROGRESS = 200

/** Counts the calls in progress. Waiting for a slow client does not count, and neither does a stall of the machine. */
export function createLoad(most = MAX_IN_PROGRESS): Load {
  let inProgress = 0
  return {
    isFull: () => inProgress >= most,
    run: async (work) => {
      inProgress += 1
      try {
        return await work()
      } finally {
        inProgress -= 1
      }
    },
  }
}
