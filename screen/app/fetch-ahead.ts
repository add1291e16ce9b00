import { isLoggedIn } from '../client/index.ts'
import { fetchLazyParts } from '../features/application/index.ts'
import { fetchLazyBlocks } from '../fields/index.ts'
import { fetchFloatingParts } from '../parts/index.ts'

export const fetchIdleMonitor = async () => (await import('./idle-monitor-part.tsx')).IdleMonitor
export const fetchCompletion = async () => (await import('../features/completion/completion.page.tsx')).CompletionPage

/**
 * Preloads code that no first field needs but that may be needed without a network: the rest of the form pages, the
 * windows that report it, and the completion page. A part that fails to load now is requested again when it is needed.
 */
export async function fetchAhead(): Promise<void> {
  const receipt = isLoggedIn() ? [fetchCompletion()] : []
  await Promise.allSettled([fetchLazyBlocks(), fetchLazyParts(), fetchFloatingParts(), fetchIdleMonitor(), ...receipt])
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
