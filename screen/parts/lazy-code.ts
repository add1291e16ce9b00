import { untilAsked, waitFor } from './waits.ts'

/** Code that the browser fetches when it is needed, because no first field needs it (Q54). */
export type LazyCode<Code> = {
  /** The code if it has loaded. */
  loaded(): Code | undefined
  /** Loads it ahead. Rejects if that fails; calling it again tries again. */
  preload(): Promise<Code>
  /** Loads it because it is needed now. A failed download is tried again, and the screen shows the wait. */
  load(): Promise<Code>
}

type LazyCodeOptions = {
  /** Loaded with `preloadLazyCode`, because it may be needed after the network is gone. */
  preloaded?: boolean
}

// One list per page, because the browser keeps one copy of each part per page.
const preloaded: LazyCode<unknown>[] = []
let isPreloading = false

/** Lazy code, by its `import()`. */
export function lazyCode<Code>(fetch: () => Promise<Code>, options: LazyCodeOptions = {}): LazyCode<Code> {
  let code: Code | undefined
  const lazy: LazyCode<Code> = {
    loaded: () => code,
    async preload() {
      code ??= await fetch()
      return code
    },
    load: () => fetchLazily(lazy.preload),
  }
  if (options.preloaded) {
    preloaded.push(lazy)
    if (isPreloading) lazy.preload().catch(() => {}) // this part came late, in code that is lazy itself
  }
  return lazy
}

/**
 * Loads what is marked as `preloaded`, now or later. Call it when the page is idle. Code that fails to load now is
 * requested again when it is needed.
 */
export async function preloadLazyCode(): Promise<void> {
  isPreloading = true
  await Promise.allSettled(preloaded.map(({ preload }) => preload()))
}

/** Milliseconds before each retry, unless the server sends its own delay. */
const PAUSES = [1_000, 3_000, 8_000]
const LONGEST_PAUSE = 60_000 // ms

/**
 * Loads a part of the screen by its `import()`. After a failure it retries three times, then whenever the person asks,
 * and the screen shows the wait. So it never rejects for a failed download, and whatever depends on the part stays as
 * it is.
 */
async function fetchLazily<Part>(load: () => Promise<Part>): Promise<Part> {
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

/** Loads the style sheet again if it did not load with the page. The sign is a size without a value. */
export function fetchStyles(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  const isThere = getComputedStyle(document.documentElement).getPropertyValue('--space-1') !== ''
  if (link && !isThere) void fetchLazily(() => addStyles(link))
}

/** Adds a copy of this link to the page. Resolves once its styles count, and rejects if they do not load. */
export function addStyles(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode()
    again.addEventListener('load', resolve)
    again.addEventListener('error', () => reject(new TypeError(link.href)))
    document.head.append(again)
  })
}

/** Whether this browser was told to save data. Not every browser can tell. */
export const savesData = () => {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
