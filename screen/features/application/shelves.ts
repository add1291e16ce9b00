import { DRAFTS, type Shelf, type Shelves } from './drafts.ts'
import { createDurableShelf, type DurableShelf } from './durable-shelf.ts'

/** The places of this browser for drafts. Where it refuses one (private windows, full disks), memory serves until the tab is closed. */
export const createShelves = (): Shelves & { readonly none: DurableShelf } => ({
  none: createDurableShelf(
    orMemory(() => window.localStorage),
    DRAFTS,
  ),
  sensitive: orMemory(() => window.sessionStorage),
  secret: createMemoryShelf(),
})

/** A place that lasts as long as the page. */
export function createMemoryShelf(): Shelf {
  const texts = new Map<string, string>()
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  }
}

/** Browsers throw both when a storage is looked up and when it is written to. */
function orMemory(find: () => Storage): Shelf {
  const memory = createMemoryShelf()
  const tried = <Value>(act: (shelf: Shelf) => Value): Value | undefined => {
    try {
      return act(find())
    } catch {
      return undefined // refused: memory has it
    }
  }
  return {
    getItem: (name) => tried((shelf) => shelf.getItem(name)) ?? memory.getItem(name),
    setItem(name, text) {
      memory.removeItem(name)
      const isKept = tried((shelf) => {
        shelf.setItem(name, text)
        return true
      })
      if (!isKept) {
        tried((shelf) => shelf.removeItem(name)) // an older text would win over the newer one in memory
        memory.setItem(name, text)
      }
    },
    removeItem(name) {
      memory.removeItem(name)
      tried((shelf) => shelf.removeItem(name))
    },
  }
}
