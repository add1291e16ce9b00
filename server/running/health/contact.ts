/** When the database last answered this process. */
export type Contact = {
  /** It has answered now. */
  readonly made: () => void
  readonly secondsAgo: () => number
}

/** Starts with the moment of its creation: a process starts only with a database that answers. */
export function createContact(now: () => number = () => performance.now()): Contact {
  let last = now()
  return {
    made: () => {
      last = now()
    },
    secondsAgo: () => (now() - last) / 1000,
  }
}
