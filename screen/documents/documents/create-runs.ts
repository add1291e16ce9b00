/** What happens to one file, from choosing it to its document. */
export type Run = {
  /** Aborted once it is stopped, or the person has left. */
  readonly signal: AbortSignal
  /** Whether the server may have begun to convert the file. */
  isStarted: boolean
}

export type Runs = {
  /** Does the work of a question. Throws what the work throws. */
  start(key: string, work: (run: Run) => Promise<void>): Promise<void>
  /** Stops the work of a question. Resolves once nothing of it goes on, with whether the server may have begun. */
  stop(key: string): Promise<boolean>
}

/** The work under way at each upload question, so that it can be stopped. `life` is aborted once the person has left. */
export function createRuns(life: () => AbortSignal): Runs {
  const runs = new Map<string, { readonly run: Run; readonly stop: () => void; readonly over: Promise<unknown> }>()
  return {
    async start(key, work) {
      const left = life()
      const controller = new AbortController()
      const stop = () => controller.abort()
      if (left.aborted) stop()
      left.addEventListener('abort', stop)
      const run = { signal: controller.signal, isStarted: false }
      const working = work(run)
      const own = { run, stop, over: working.catch(() => {}) } // `working` itself passes its error on
      runs.set(key, own)
      try {
        await working
      } finally {
        left.removeEventListener('abort', stop)
        if (runs.get(key) === own) runs.delete(key)
      }
    },
    async stop(key) {
      const { run, stop, over } = runs.get(key) ?? {}
      stop?.()
      if (run?.isStarted) await over
      return run?.isStarted ?? false
    },
  }
}
