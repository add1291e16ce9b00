import type { CDPSession } from '@playwright/test'

/** What a page has brought by itself: bytes with headers, as the browser counts them, and requests. */
export type Unasked = {
  readonly bytes: number
  readonly requests: number
  readonly kinds: Readonly<Record<string, number>>
}

/** Counts everything that comes from now on. Call it before the page is opened; the returned function tells the sums. */
export function countUnasked(cdp: CDPSession): () => Unasked {
  const kinds = new Map<string, string>()
  const sums = new Map<string, number>()
  let requests = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  cdp.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) requests += 1
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    sums.set(kind, (sums.get(kind) ?? 0) + encodedDataLength)
  })
  return () => ({
    bytes: [...sums.values()].reduce((sum, bytes) => sum + bytes, 0),
    requests,
    kinds: Object.fromEntries(sums),
  })
}

/** Milliseconds after opening a page within which what comes counts as its price. */
export const PRICED = 10_000
