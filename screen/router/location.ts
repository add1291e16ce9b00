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
export type To = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

/** The address of a location as a string. */
export const hrefOf = ({ pathname, search, hash }: Omit<Location, 'state' | 'key'>): string => pathname + search + hash

/** Where `to` leads from here. An address without a path keeps the path; a change without a search drops the search. */
export function locationOf(to: To, from: Location, state: object | null): Location {
  const href = typeof to === 'string' ? to : (to.pathname ?? from.pathname) + (to.search ?? '') + (to.hash ?? '')
  const { pathname, search, hash } = new URL(href, `http://here${hrefOf(from)}`)
  return { pathname, search, hash, state, key: Math.random().toString(36).slice(2, 10) }
}
