import type { Shelf } from './drafts.ts'

/** Milliseconds after which a database that does not answer is not waited for: some browsers hang while they start. */
const PATIENCE = 1000
const STORE = 'shelf'

/** `restored` is done once the shelf has what it had when the browser ended. */
export type DurableShelf = Shelf & { readonly restored: Promise<void> }

/** What the database holds of an item: `text` is null once it was removed, so that an older copy does not come back. */
type Kept = { readonly at: number; readonly text: string | null }

/**
 * A shelf whose one item outlives a browser that is killed. Browsers write their local storage to the disk when they see
 * fit, Chromium once a minute while it changes; a database they write at once. So each text goes to both, with its time, and
 * `restored` puts back on the shelf what the database has and it has not. Without a database the shelf is what it was.
 */
export function createDurableShelf(shelf: Shelf, item: string): DurableShelf {
  const database = opened()
  const latest = (): Kept => {
    const [, at, text] = /^(\d+) (.*)$/s.exec(shelf.getItem(item) ?? '') ?? []
    return { at: Number(at ?? 0), text: text || null }
  }
  /** What is removed leaves its time, else an older text in the database would seem newer than nothing. */
  const place = ({ at, text }: Kept) => shelf.setItem(item, `${at} ${text ?? ''}`)
  const keep = (text: string | null) => {
    const record = { at: Date.now(), text }
    place(record)
    void database.then((db) =>
      db?.transaction(STORE, 'readwrite', { durability: 'strict' }).objectStore(STORE).put(record, item),
    )
  }
  const restore = async () => {
    const kept = await foundIn(await database, item)
    if (kept && kept.at > latest().at) place(kept)
  }
  return {
    getItem: (name) => (name === item ? latest().text : shelf.getItem(name)),
    setItem: (name, text) => (name === item ? keep(text) : shelf.setItem(name, text)),
    removeItem: (name) => (name === item ? keep(null) : shelf.removeItem(name)),
    restored: Promise.race([restore(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))]),
  }
}

/** Undefined where the browser has no database, or none for this page. */
const opened = () =>
  new Promise<IDBDatabase | undefined>((resolve) => {
    try {
      const request = indexedDB.open('causeway', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined) // refused: private windows, full disks
    } catch {
      resolve(undefined)
    }
  })

const foundIn = (db: IDBDatabase | undefined, item: string) =>
  new Promise<Kept | undefined>((resolve) => {
    if (db === undefined) return resolve(undefined)
    const request = db.transaction(STORE).objectStore(STORE).get(item)
    request.onsuccess = () => resolve(isKept(request.result) ? request.result : undefined)
    request.onerror = () => resolve(undefined) // unreadable is as if nothing were kept there
  })

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'text' in value &&
  (value.text === null || typeof value.text === 'string')
