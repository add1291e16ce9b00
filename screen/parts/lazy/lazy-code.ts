import { fetchLazily } from './fetch-lazily.ts'

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
