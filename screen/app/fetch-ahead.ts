import { isLoggedIn } from '../client/index.ts'
import { lazyCode, preloadLazyCode } from '../parts/index.ts'

export const completionPage = lazyCode(async () => (await import('./completion-part.tsx')).CompletionPart)

/**
 * Preloads code that no first field needs but that may be needed without a network: the rest of the form pages, the
 * windows that report it, and the completion page. A part that fails to load now is requested again when it is needed.
 * Marks the end in the browser's timeline.
 */
export async function fetchAhead(): Promise<void> {
  const receipt = isLoggedIn() ? [completionPage.preload()] : []
  await Promise.allSettled([preloadLazyCode(), ...receipt])
  performance.mark('fetched ahead')
}

/** Calls back once the first page has loaded everything it requested itself. Returns a function that cancels this. */
export function onceLoaded(act: () => void): () => void {
  if (document.readyState === 'complete') {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }
  window.addEventListener('load', act, { once: true })
  return () => window.removeEventListener('load', act)
}
