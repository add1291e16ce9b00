import { type DeviceStorage, type DeviceStorages, DRAFTS } from './drafts.ts'

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

/** Milliseconds to wait for the database: some browsers hang while they start. */
const PATIENCE = 1000
const STORE = 'shelf'

/** `restored` resolves once the storage has what it had when the browser ended. */
type DurableStorage = DeviceStorage & { readonly restored: Promise<void> }

/** An item in the database. `text` is null after the item was removed, so that an older copy does not come back. */
type StoredDraft = { readonly at: number; readonly text: string | null }

/**
 * A storage with one item that survives a killed browser. Browsers write local storage to disk with a delay (Chromium
 * once a minute while it changes), but a database at once. So each text goes to both, with its time, and `restored`
 * copies back what only the database has. Without a database, it works like the given storage.
 */
export function createDurableStorage(storage: DeviceStorage, item: string): DurableStorage {
  const database = opened()
  const latest = (): StoredDraft => {
    const [, at, text] = /^(\d+) (.*)$/s.exec(storage.getItem(item) ?? '') ?? []
    return { at: Number(at ?? 0), text: text || null }
  }
  /** A removed item keeps its time; otherwise an older text in the database would seem newer. */
  const place = ({ at, text }: StoredDraft) => storage.setItem(item, `${at} ${text ?? ''}`)
  const keep = (text: string | null) => {
    const record = { at: Math.max(Date.now(), latest().at + 1), text } // later, even if the clock was set back
    place(record)
    void database.then((db) =>
      db?.transaction(STORE, 'readwrite', { durability: 'strict' }).objectStore(STORE).put(record, item),
    )
  }
  const restore = async () => {
    const stored = await foundIn(await database, item)
    if (stored && stored.at > latest().at) place(stored)
  }
  return {
    getItem: (name) => (name === item ? latest().text : storage.getItem(name)),
    setItem: (name, text) => (name === item ? keep(text) : storage.setItem(name, text)),
    removeItem: (name) => (name === item ? keep(null) : storage.removeItem(name)),
    restored: Promise.race([restore(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))]),
  }
}

/** Undefined if the browser has no database, or none for this page. */
const opened = () =>
  new Promise<IDBDatabase | undefined>((resolve) => {
    try {
      const request = indexedDB.open('causeway', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined) // refused: private window, full disk
    } catch {
      resolve(undefined)
    }
  })

const foundIn = (db: IDBDatabase | undefined, item: string) =>
  new Promise<StoredDraft | undefined>((resolve) => {
    if (db === undefined) return resolve(undefined)
    const request = db.transaction(STORE).objectStore(STORE).get(item)
    request.onsuccess = () => resolve(isKept(request.result) ? request.result : undefined)
    request.onerror = () => resolve(undefined) // treated as if nothing were stored
  })

const isKept = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'text' in value &&
  (value.text === null || typeof value.text === 'string')
