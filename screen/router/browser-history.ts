import type { Location } from './location.ts'
import { hrefOf } from './location.ts'

/** The entries between which Back and Forward move. */
export type History = {
  /** The present entry. */
  read(): Location
  push(location: Location): void
  replace(location: Location): void
  /** Calls back after Back, Forward, or a change of the hash. Returns a function that stops it. */
  listen(moved: () => void): () => void
}

/** How an entry is stored. Its names are old: other releases have written them. */
type Stored = { readonly usr: object | null; readonly key: string; readonly idx: number }

/** The history of this browser's tab. */
export const browserHistory: History = {
  read() {
    const { pathname, search, hash } = window.location
    const { usr, key = 'default' } = stored()
    return { pathname, search, hash, state: typeof usr === 'object' ? usr : null, key }
  },
  push: (location) => window.history.pushState(entry(location, (stored().idx ?? 0) + 1), '', hrefOf(location)),
  replace: (location) => window.history.replaceState(entry(location, stored().idx ?? 0), '', hrefOf(location)),
  listen(moved) {
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  },
}

const entry = ({ state, key }: Location, idx: number): Stored => ({ usr: state, key, idx })

const stored = (): Partial<Stored> => window.history.state ?? {}

/** A history of one entry, where there is no browser. */
export function stillHistory(pathname: string): History {
  return {
    read: () => ({ pathname, search: '', hash: '', state: null, key: 'default' }),
    push: () => {},
    replace: () => {},
    listen: () => () => {},
  }
}
