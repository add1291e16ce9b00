import type { ComponentType, ReactNode } from 'react'

/** Decides whether a page may open: the address to go to instead, or undefined. May throw, which shows the error page. */
export type Guard = (address: URL) => Promise<string | undefined> | string | undefined

/** A page, or a layout around the pages in `children`. */
export type Route = {
  /** A whole path such as /about, or * for any. A layout has none. Case and a slash at the end do not matter. */
  readonly path?: string
  /** The first part of the document's title. */
  readonly title?: string
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
export function matchesOf(routes: readonly Route[], pathname: string): readonly Route[] {
  for (const route of routes) {
    if (route.path !== undefined && isOf(route.path, pathname)) return [route]
    const within = matchesOf(route.children ?? [], pathname)
    if (within.length > 0) return [route, ...within]
  }
  return []
}

const isOf = (path: string, pathname: string) => path === '*' || path === pathname.toLowerCase().replace(/\/+$/, '')
