import { CallError } from '../client/index.ts'

export type Uncaught = {
  /** Tells every error from here on, and those from before that nobody was told of. Ends with what it gives. */
  listen(tell: (error: unknown) => void): () => void
}

/**
 * Hears of the errors of events and of calls that nobody caught, from the first moment of the page on (requirements
 * 8.uncaught).
 */
export function listenForUncaught(): Uncaught {
  const untold: unknown[] = []
  let listener: ((error: unknown) => void) | undefined
  const take = (error: unknown) => (listener ? listener(error) : void untold.push(error))

  window.addEventListener('error', ({ error }) => {
    if (error) take(error) // without one it is the browser's own complaint, such as about a resize observer
  })
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof CallError) event.preventDefault() // told to the person: no fault for the console
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
