import type { ComponentType, ReactNode } from 'react'
import { createListeners } from '../parts/index.ts'

/** What is shown. */
export type Shown = {
  readonly location: Location
  /** The page after the layouts around it, outermost first. Empty until the first page may open. */
  readonly matches: readonly Route[]
  /** Why the page cannot be shown. */
  readonly failure?: { readonly error: unknown }
  /** Another page is about to open. */
  readonly isLoading: boolean
  /** Reached by Back or Forward, or by loading the app, and not by a link. */
  readonly isReturn: boolean
}

export type NavigateOptions = { readonly state?: object | null; readonly replace?: boolean }

/** Opens a page, or goes back by a number of entries. Resolves once the page is open, or another one is asked for. */
export type Navigate = (to: To | number, options?: NavigateOptions) => Promise<void>

export type Router = {
  readonly get: () => Shown
  readonly subscribe: (listener: () => void) => () => void
  readonly navigate: Navigate
  /** Loads what the first page needs that the server has sent. Call it before the first render. */
  readonly prepare: () => Promise<void>
  /** The page of a route that loads when it is needed. */
  readonly loaded: (route: Route) => ReactNode
  /**
   * Opens the page at the present address, unless another one was asked for already, and follows Back and Forward from
   * now on. Call it once.
   */
  readonly start: () => Promise<void>
  /** Stops following the browser. */
  readonly dispose: () => void
}

type RouterOptions = {
  readonly history?: History
  /** Shows the first page before its guards are asked, because the server has sent it already. */
  readonly isShown?: boolean
}

type How = 'push' | 'replace' | 'stay'

/**
 * Creates the router: one page at a time, which opens once its guards allow it and its code has loaded. Until then the
 * earlier page stays. A later navigation ends an earlier one that has not opened its page (docs/decisions/0040).
 */
export function createRouter(routes: readonly Route[], options: RouterOptions = {}): Router {
  const { history = browserHistory, isShown = false } = options
  const { subscribe, notify } = createListeners()
  const pages = new Map<Route, ReactNode>()
  const first = { ...history.read(), state: null } // which `start` reads
  let shown: Shown = {
    location: first,
    matches: isShown ? matchesOf(routes, first.pathname) : [],
    isLoading: false,
    isReturn: true,
  }
  /** The routes whose guards have allowed the page that is shown. */
  let guarded: readonly Route[] = []
  let latest = 0

  const show = (next: Shown) => {
    shown = next
    notify()
  }
  const open = (location: Location, how: How, next: Pick<Shown, 'matches' | 'failure'>) => {
    if (how !== 'stay') history[how](location)
    show({ ...next, location, isLoading: false, isReturn: how === 'stay' })
  }
  const load = async (matches: readonly Route[]) => {
    await Promise.all(
      matches.map(async (route) => {
        if (route.load && !pages.has(route)) pages.set(route, await route.load())
      }),
    )
  }

  async function go(location: Location, how: How): Promise<void> {
    latest += 1
    const turn = latest
    const isLatest = () => turn === latest
    const matches = matchesOf(routes, location.pathname)
    if (guarded.length > 0 && isWithinPage(shown.location, location)) return open(location, how, { matches })
    show({ ...shown, isLoading: true })
    try {
      const loading = load(matches)
      loading.catch(() => {}) // handled below, after the guards
      const address = new URL(hrefOf(location), window.location.origin)
      for (const { guard } of matches.filter((route) => !(route.guardsOnce && guarded.includes(route)))) {
        const instead = await guard?.(address)
        if (!isLatest()) return
        if (instead !== undefined)
          return go(locationOf(instead, location, location.state), how === 'push' ? how : 'replace')
      }
      await loading
      if (!isLatest()) return
      guarded = matches
      open(location, how, { matches })
    } catch (error) {
      if (!isLatest()) return
      guarded = []
      open(location, how, { matches, failure: { error } })
    }
  }
  let stop = () => {}

  return {
    get: () => shown,
    subscribe,
    async navigate(to, { state = null, replace = false } = {}) {
      if (typeof to === 'number') return window.history.go(to)
      await go(locationOf(to, shown.location, state), replace ? 'replace' : 'push')
    },
    prepare: () => load(shown.matches),
    loaded: (route) => pages.get(route),
    async start() {
      // Not before: whatever removes data of a former person from an entry must have done so when it is read here.
      stop = history.listen(() => void go(history.read(), 'stay'))
      if (!shown.isLoading) await go(history.read(), 'stay') // otherwise a link of the sent page was followed already
    },
    dispose: () => stop(),
  }
}

/** A link to a question of the page that is shown. */
const isWithinPage = (from: Location, to: Location) =>
  from.pathname === to.pathname && from.search === to.search && to.hash !== ''

/** The entries between which Back and Forward move. */
type History = {
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
const browserHistory: History = {
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
export function fixedHistory(pathname: string): History {
  return {
    read: () => ({ pathname, search: '', hash: '', state: null, key: 'default' }),
    push: () => {},
    replace: () => {},
    listen: () => () => {},
  }
}

/** Decides whether a page may open: the address to go to instead, or undefined. May throw, which shows the error page. */
type Guard = (address: URL) => Promise<string | undefined> | string | undefined

/** A page, or a layout around the pages in `children`. */
export type Route = {
  /** A whole path such as /about, or * for any. A layout has none. Case and a slash at the end do not matter. */
  readonly path?: string
  /** The first part of the document's title. */
  readonly title?: string | (() => string)
  readonly guard?: Guard
  /** Asks the guard once, for as long as the app stays among its pages. */
  readonly guardsOnce?: boolean
  readonly Component?: ComponentType
  /** Instead of a component. */
  readonly element?: ReactNode
  /** Loads the page or layout when it is first needed. */
  readonly load?: () => Promise<ReactNode>
  readonly children?: readonly Route[]
}

/** The first page with this path, after the layouts around it, outermost first; empty if there is none. */
function matchesOf(routes: readonly Route[], pathname: string): readonly Route[] {
  for (const route of routes) {
    if (route.path !== undefined && isOf(route.path, pathname)) return [route]
    const within = matchesOf(route.children ?? [], pathname)
    if (within.length > 0) return [route, ...within]
  }
  return []
}

const isOf = (path: string, pathname: string) => path === '*' || path === pathname.toLowerCase().replace(/\/+$/, '')

/** Where the app is, as a history entry has it. */
export type Location = {
  readonly pathname: string
  /** With its `?`, or ''. */
  readonly search: string
  /** With its `#`, or ''. */
  readonly hash: string
  /** What the page was passed by the one before it. */
  readonly state: object | null
  /** Differs for every history entry, also for two with the same address. */
  readonly key: string
}

/** An address, or a change of some of its parts. */
type To = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

/** The address of a location as a string. */
export const hrefOf = ({ pathname, search, hash }: Omit<Location, 'state' | 'key'>): string => pathname + search + hash

/** Where `to` leads from here. An address without a path keeps the path; a change without a search drops the search. */
export function locationOf(to: To, from: Location, state: object | null): Location {
  const href = typeof to === 'string' ? to : (to.pathname ?? from.pathname) + (to.search ?? '') + (to.hash ?? '')
  const { pathname, search, hash } = new URL(href, `http://here${hrefOf(from)}`)
  return { pathname, search, hash, state, key: Math.random().toString(36).slice(2, 10) }
}
