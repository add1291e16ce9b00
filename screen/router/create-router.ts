import type { ReactNode } from 'react'
import { browserHistory, type History } from './browser-history.ts'
import { hrefOf, type Location, locationOf, type To } from './location.ts'
import { matchesOf, type Route } from './route.ts'

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
  const listeners = new Set<() => void>()
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
    for (const listener of [...listeners]) listener()
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
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async navigate(to, { state = null, replace = false } = {}) {
      if (typeof to === 'number') return window.history.go(to)
      await go(locationOf(to, shown.location, state), replace ? 'replace' : 'push')
    },
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
