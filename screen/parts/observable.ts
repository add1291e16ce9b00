/** Those who are told when something happens. */
export type Listeners<Told extends readonly unknown[] = []> = {
  /** Returns a function that ends it. */
  subscribe(listener: (...told: Told) => void): () => void
  /** Tells everybody who listens when it begins; somebody may join or leave meanwhile. */
  notify(...told: Told): void
}

export function createListeners<Told extends readonly unknown[] = []>(): Listeners<Told> {
  const listeners = new Set<(...told: Told) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(...told) {
      for (const listener of [...listeners]) listener(...told)
    },
  }
}

/** A value that notifies its listeners when it is replaced. */
export type Observable<Value> = Pick<Listeners, 'subscribe'> & {
  get(): Value
  set(value: Value): void
}

export function createObservable<Value>(first: Value): Observable<Value> {
  const { subscribe, notify } = createListeners()
  let value = first
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe,
  }
}
