import { isLoggedIn } from '../client/index.ts'
import { fetchLazyParts } from '../features/application/index.ts'
import { fetchLazyBlocks } from '../fields/index.ts'
import { fetchFloatingParts } from '../parts/index.ts'

export const fetchIdleMonitor = async () => (await import('./idle-monitor-part.tsx')).IdleMonitor
export const fetchCompletion = async () => (await import('../features/completion/completion.page.tsx')).CompletionPage

/**
 * Fetches what no first field waits for and what may be needed when the network has gone: the rest of the form pages, the windows that
 * say so, and the receipt. One that cannot be had now is asked for again when it is needed.
 */
export async function fetchAhead(): Promise<void> {
  const receipt = isLoggedIn() ? [fetchCompletion()] : []
  await Promise.allSettled([fetchLazyBlocks(), fetchLazyParts(), fetchFloatingParts(), fetchIdleMonitor(), ...receipt])
}

/** Calls back once the first page has everything that it asked for itself. Gives what calls that off. */
export function onceLoaded(act: () => void): () => void {
  if (document.readyState === 'complete') {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }
  window.addEventListener('load', act, { once: true })
  return () => window.removeEventListener('load', act)
}
