import { untilAsked, waitFor } from './waits.ts'

/** Milliseconds before another try, where the server does not say how long it wants to be left alone. */
const PAUSES = [1_000, 3_000, 8_000]
const LONGEST_PAUSE = 60_000 // ms

/**
 * Fetches a part of the screen by its `import()`. One that does not come is tried again three times and then whenever the person asks,
 * who is told meanwhile; so it never fails, and what waits for it stays as it is.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // it came, and is at fault itself
      const { isGone, isThere, pause } = await found(error)
      const usual = PAUSES[tries]
      if (usual !== undefined && !isGone) await waitFor('part', pause ?? usual)
      else {
        // Some browsers keep to a failure until the page is loaded anew, although the part could be had by now.
        await untilAsked(isGone || isThere ? 'reload' : 'try again')
        tries = -1
      }
    }
  }
}

/** What can be found out of the file that did not come. `isGone`: another release has taken its place. */
async function found({ message }: TypeError): Promise<{ isGone?: boolean; isThere?: boolean; pause?: number }> {
  const [address] = /https?:\S+\.(js|css)/.exec(message) ?? []
  if (address === undefined) return {} // not every browser says which
  try {
    const { ok, status, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    const seconds = Number(headers.get('retry-after'))
    return {
      isGone: status === 404 || status === 410,
      isThere: ok,
      ...(seconds > 0 && { pause: Math.min(seconds * 1000, LONGEST_PAUSE) }),
    }
  } catch {
    return {} // no line: what is already known
  }
}
