import { createObservable, type Observable } from '../client/index.ts'
import { type BrowserState, type Effect, type Presence, type PresenceEvent, step } from './presence.ts'

export type PresenceRunner = Pick<Observable<Presence>, 'get' | 'subscribe'> & {
  /** Something has happened. Its effects are done when this returns, unless it is called by an effect. */
  happen(event: PresenceEvent): void
}

/** Keeps who is in this tab, and runs the effects of one event after the other. */
export function createPresence(browser: () => BrowserState, run: (effect: Effect) => void): PresenceRunner {
  const presence = createObservable<Presence>({ at: 'opened', tried: '' })
  const waiting: PresenceEvent[] = []
  let isRunning = false
  return {
    get: presence.get,
    subscribe: presence.subscribe,
    happen(event) {
      waiting.push(event)
      if (isRunning) return
      isRunning = true
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { state, effects } = step(presence.get(), next, browser())
          presence.set(state)
          for (const effect of effects) run(effect)
        }
      } finally {
        isRunning = false
      }
    },
  }
}
