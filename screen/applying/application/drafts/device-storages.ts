import { type DeviceStorage, type DeviceStorages, DRAFTS } from './drafts.ts'
import { createDurableStorage, type DurableStorage } from './durable-storage.ts'

/**
 * This browser's storages for drafts. If the browser refuses one (private window, full disk), memory replaces it until
 * the tab closes.
 */
export const createDeviceStorages = (): DeviceStorages & { readonly none: DurableStorage } => ({
  none: createDurableStorage(
    orMemory(() => window.localStorage),
    DRAFTS,
  ),
  sensitive: orMemory(() => window.sessionStorage),
  secret: createMemoryStorage(),
})

/** A storage that lasts as long as the page. */
export function createMemoryStorage(): DeviceStorage {
  const texts = new Map<string, string>()
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  }
}

/** Browsers can throw both when a storage is accessed and when it is written to. */
function orMemory(find: () => Storage): DeviceStorage {
  const memory = createMemoryStorage()
  const tried = <Value>(act: (storage: DeviceStorage) => Value): Value | undefined => {
    try {
      return act(find())
    } catch {
      return undefined // refused: memory has it
    }
  }
  return {
    getItem: (name) => tried((storage) => storage.getItem(name)) ?? memory.getItem(name),
    setItem(name, text) {
      memory.removeItem(name)
      const isKept = tried((storage) => {
        storage.setItem(name, text)
        return true
      })
      if (!isKept) {
        tried((storage) => storage.removeItem(name)) // otherwise an older text would hide the newer one in memory
        memory.setItem(name, text)
      }
    },
    removeItem(name) {
      memory.removeItem(name)
      tried((storage) => storage.removeItem(name))
    },
  }
}
