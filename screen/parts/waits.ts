import { createObservable } from './observable.ts'

/**
 * A wait that is longer than usual: for a part of the page that did not load, or for a server that asked for a pause.
 */
export type Wait = 'part' | 'server'

/** A part that did not load after several tries; `reload` means that only reloading the page can help. */
type Stuck = { readonly kind: 'try again' | 'reload'; readonly retry: () => void }

/** What to show the person now. */
type Waiting = { readonly wait: Wait | undefined; readonly stuck: Stuck | undefined }

// One list per page, because the browser keeps one copy of each part per page.
const waits: Wait[] = []
const stuck = new Set<Stuck>()

/** What the screen waits for. */
export const waiting = createObservable<Waiting>({ wait: undefined, stuck: undefined })

function changed(): void {
  const all = [...stuck]
  const kind = all.some((each) => each.kind === 'reload') ? 'reload' : 'try again'
  const retry = () => {
    for (const each of all) each.retry()
  }
  waiting.set({ wait: waits.at(-1), stuck: all.length > 0 ? { kind, retry } : undefined })
}

/** Waits for the given milliseconds, and shows the wait to the person. */
export async function waitFor(wait: Wait, milliseconds: number): Promise<void> {
  waits.push(wait)
  changed()
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  waits.splice(waits.indexOf(wait), 1)
  changed()
}

/** Resolves as soon as something does not come at the first try. */
export function untilWaiting(): Promise<void> {
  return new Promise((resolve) => {
    const stop = waiting.subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** Waits until the person asks to retry or the connection returns. */
export function untilAsked(kind: Stuck['kind']): Promise<void> {
  return new Promise((resolve) => {
    const mine: Stuck = {
      kind,
      retry() {
        stuck.delete(mine)
        window.removeEventListener('online', mine.retry)
        changed()
        resolve()
      },
    }
    stuck.add(mine)
    window.addEventListener('online', mine.retry)
    changed()
  })
}

/** Resolves once nothing is pressed: nothing may move while a finger is down, or the press would miss what it meant. */
export async function released(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 50))
  while (document.querySelector(':active') !== null)
}
