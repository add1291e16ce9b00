/** What tells of every navigation. */
export type Router = {
  subscribe(listener: () => void): () => void
}

/** Stands in the browser's history beside what belongs to the person of that time. */
const PERSON = 'causeway.era'

/**
 * Keeps the browser's history free of a person who has left (docs/decisions/0015). Carried answers reach the page that
 * they were carried to and are taken out of its entry at once; what else an entry holds, such as a user name, is taken
 * out when somebody comes back to it after `startEra`. Call it before the router is made, which reads the entry.
 */
export function createHistoryScrubber(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const person = () => storage.getItem(PERSON) ?? ''
  const emptyFormer = () => {
    const state: unknown = window.history.state
    if (isEntry(state) && (state.person ?? '') !== person()) replace({ ...state, usr: null, person: person() })
  }
  /** What the router has just put there; it keeps its own copy for as long as the page is shown. */
  const stamp = () => {
    const state: unknown = window.history.state
    if (!isEntry(state)) return
    const { answers: _, ...rest } = state.usr
    if ('answers' in state.usr || state.person !== person()) replace({ ...state, usr: rest, person: person() })
  }
  emptyFormer()
  window.addEventListener('popstate', emptyFormer)
  return {
    watch: (router: Router) => void router.subscribe(stamp),
    /** Begins the life of the page elsewhere than where it was opened: before the router is made. */
    begin: (path: string, usr: object) =>
      window.history.replaceState({ ...window.history.state, usr, person: person() }, '', path),
    /** Someone has left: what the history holds is nobody's business from now on. */
    forgetPerson: () => storage.setItem(PERSON, String(Number(person()) + 1)),
  }
}

/** An entry of React Router's in which something is handed over. */
type Entry = { readonly usr: object & { readonly answers?: unknown }; readonly person?: unknown }

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'usr' in state && typeof state.usr === 'object' && state.usr !== null

const replace = (state: unknown) => window.history.replaceState(state, '')
