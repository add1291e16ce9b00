import type { Router } from '../router/index.ts'

/** The storage item with the number of the current person. Each history entry is marked with that number. */
const PERSON = 'causeway.era'

/**
 * Removes the data of a person who has left from the browser's history (docs/decisions/0015). Answers passed to a page
 * are removed from its history entry as soon as they arrive. Other data in an entry, such as a username, is removed
 * when somebody returns to it after `forgetPerson`. Call this before creating the router, which reads the entry.
 */
export function createHistoryScrubber(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const person = () => storage.getItem(PERSON) ?? ''
  const emptyFormer = () => {
    const state: unknown = window.history.state
    if (isEntry(state) && (state.person ?? '') !== person()) replace({ ...state, usr: null, person: person() })
  }
  /** Removes passed answers from the entry the router has just written, and marks it; the router has its own copy. */
  const stamp = () => {
    const state: unknown = window.history.state
    if (!isEntry(state)) return
    const { answers: _, ...rest } = state.usr
    if ('answers' in state.usr || state.person !== person()) replace({ ...state, usr: rest, person: person() })
  }
  emptyFormer()
  window.addEventListener('popstate', emptyFormer)
  return {
    watch: (router: Pick<Router, 'get' | 'subscribe'>) =>
      // While a page is about to open, the entry is still that of the page before.
      void router.subscribe(() => router.get().isLoading || stamp()),
    /** Starts the page at another path than the one opened. Call it before creating the router. */
    begin: (path: string, usr: object) =>
      window.history.replaceState({ ...window.history.state, usr, person: person() }, '', path),
    /** Someone has left: the data in all earlier history entries is to be removed. */
    forgetPerson: () => storage.setItem(PERSON, String(Number(person()) + 1)),
  }
}

/** A React Router history entry with state. */
type Entry = { readonly usr: object & { readonly answers?: unknown }; readonly person?: unknown }

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'usr' in state && typeof state.usr === 'object' && state.usr !== null

const replace = (state: unknown) => window.history.replaceState(state, '')
