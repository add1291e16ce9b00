import { untilAsked, waitFor } from '../waiting/waits.ts'

/** Milliseconds before each retry, unless the server sends its own delay. */
const PAUSES = [1_000, 3_000, 8_000]
const LONGEST_PAUSE = 60_000 // ms

/**
 * Loads a part of the screen by its `import()`. After a failure it retries three times, then whenever the person asks,
 * and the screen shows the wait. So it never rejects for a failed download, and whatever depends on the part stays as
 * it is.
 */
export async function fetchLazily<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // the file loaded, and its own code failed
      const { isGone, isThere, pause } = await found(error)
      const usual = PAUSES[tries]
      if (usual !== undefined && !isGone) await waitFor('part', pause ?? usual)
      else {
        // Some browsers cache the failure until the page reloads, even if the file is available by now.
        await untilAsked(isGone || isThere ? 'reload' : 'try again')
        tries = -1
      }
    }
  }
}

/** What a request reveals about the file that did not load. `isGone`: a newer release has replaced it. */
async function found({ message }: TypeError): Promise<{ isGone?: boolean; isThere?: boolean; pause?: number }> {
  const [address] = /https?:\S+\.(js|css)/.exec(message) ?? []
  if (address === undefined) return {} // not every browser names the file
  try {
    const { ok, status, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    const seconds = Number(headers.get('retry-after'))
    return {
      isGone: status === 404 || status === 410,
      isThere: ok,
      ...(seconds > 0 && { pause: Math.min(seconds * 1000, LONGEST_PAUSE) }),
    }
  } catch {
    return {} // no connection: nothing more is known
  }
}
