import { CallError } from '../client/index.ts'

export type Uncaught = {
  /** Calls `tell` with every error from now on and earlier ones not yet reported. Returns a function that stops it. */
  listen(tell: (error: unknown) => void): () => void
}

/** Collects uncaught errors of events and calls, from the moment the page starts (requirements 8.uncaught). */
export function listenForUncaught(): Uncaught {
  const untold: unknown[] = []
  let listener: ((error: unknown) => void) | undefined
  const take = (error: unknown) => (listener ? listener(error) : void untold.push(error))

  window.addEventListener('error', ({ error }) => {
    if (error) take(error) // without an error it is a browser notice, such as about a resize observer
  })
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof CallError) event.preventDefault() // shown to the person, so not a fault for the console
    take(event.reason)
  })
  return {
    listen(tell) {
      listener = tell
      for (const error of untold.splice(0)) tell(error)
      return () => {
        listener = undefined
      }
    },
  }
}
