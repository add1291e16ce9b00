import {
  type AnswerMap,
  type Application,
  answerTo,
  type Care,
  careOf,
  careOfBlock,
  contradictionsIn,
  type Form,
  gatesIn,
  isGiven,
  keysAnsweredTogether,
  type WriteOrder,
  withoutHidden,
} from '../../../../engine/index.ts'

/** How keys were written, by key. */
export type Orders = Readonly<Record<string, WriteOrder>>

/** The part of an application that is stored on the device. */
export type StoredDraft = {
  readonly answer: Readonly<Record<string, string>>
  readonly add_another: Readonly<Record<string, number>>
  /** Keys of secret answers that were given and are no longer in memory. */
  readonly withheld: readonly string[]
  /** The writing orders of an account's unsaved answers. */
  readonly orders: Orders
  /** When it was last stored, in milliseconds since 1970; unset if nothing was. */
  readonly at?: number
}

/**
 * A visitor's draft belongs to no account. Any other draft belongs to one account only (Q41): its unsaved answers,
 * its unresolved conflicts, or what came too late and is not copied yet.
 */
export type Owner =
  | 'visitor'
  | { readonly account: string }
  | { readonly conflicts: string }
  | { readonly tooLate: string }

/** A store for texts: the browser's own, or one in memory. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Secret answers stay in memory, sensitive ones in this tab (Q12). */
export type DeviceStorages = {
  readonly none: DeviceStorage
  readonly sensitive: DeviceStorage
  readonly secret: DeviceStorage
}

export type Drafts = {
  /**
   * Adds these answers to the owner's draft, key by key, and removes the keys in `gone`, unless the stored answer was
   * written later: another tab may store answers for the same owner. A count of 1 is stored only of a gate that is
   * open, and a count of 0 of nothing.
   */
  keep(owner: Owner, change: DraftChange): void
  /** What was stored for this owner in the last 24 hours, and not erased since. */
  read(owner: Owner): StoredDraft
  forget(owner: Owner): void
  /** Erases the drafts of every owner. */
  eraseAll(): void
}

type DraftChange = {
  readonly answer: AnswerMap
  readonly add_another?: Readonly<Record<string, number | undefined>>
  /** The keys to remove, each with the number of the write it applies to. */
  readonly gone?: ReadonlyMap<string, number>
  readonly orders?: Orders
  /** When the answers were given, if that is not now. */
  readonly at?: number
}

/** Milliseconds: no draft stays on a device longer (Q41). */
const LIFETIME = 24 * 60 * 60 * 1000

/** The name of the storage item that holds the drafts. */
const DRAFTS = 'causeway.drafts'

/** The item that says what somebody erased last on this device, and when: `draft 1795727288633`. */
export const ERASED = 'causeway.erased'
const places = ['none', 'sensitive', 'secret'] as const
const placeFor = (care: Care): (typeof places)[number] => (care === 'none' || care === 'secret' ? care : 'sensitive')

/** `secrets` lists the secret answers that were given, so that an empty box can say why it is empty. */
type Draft = Omit<StoredDraft, 'withheld' | 'orders' | 'at'> & {
  readonly at: number
  readonly secrets?: readonly string[]
  readonly orders?: Readonly<Record<string, WriteOrder>>
}
type Draftbook = Readonly<Record<string, Draft>>

/** Answers stored on this device, so that none are lost when a tab closes, a connection fails or a session ends. */
export function createDrafts({
  form,
  storages,
  now,
}: {
  form: Form
  storages: DeviceStorages
  now: () => number
}): Drafts {
  const gates = new Set(gatesIn(form))
  const erasedAt = () => Number(storages.none.getItem(ERASED)?.split(' ')[1] ?? 0)
  const fresh = (storage: DeviceStorage): Draftbook => {
    const stored = parsed(storage.getItem(DRAFTS))
    // A tab that was closed before an erasure still has its part of the draft when the browser opens it again.
    const isErased = (name: string, at: number) => name === nameOf('visitor') && at <= erasedAt()
    const living = Object.entries(stored).filter(([name, { at }]) => now() - at < LIFETIME && !isErased(name, at))
    // What comes from a clock that was ahead has its day from now on.
    const latest = (name: string) => Math.max(now(), name === nameOf('visitor') ? erasedAt() + 1 : 0)
    const book = Object.fromEntries(
      living.map(([name, draft]): [string, Draft] => [name, { ...draft, at: Math.min(draft.at, latest(name)) }]),
    )
    if (Object.entries(stored).some(([name, { at }]) => at !== book[name]?.at)) write(storage, book)
    return book
  }
  const put = (storage: DeviceStorage, owner: Owner, draft: Draft | undefined) => {
    const { [nameOf(owner)]: _, ...others } = fresh(storage)
    write(storage, draft ? { ...others, [nameOf(owner)]: draft } : others)
  }
  return {
    keep(owner, { answer, add_another = {}, gone = new Map(), orders = {}, at = Math.max(now(), erasedAt() + 1) }) {
      for (const place of places) {
        const before = fresh(storages[place])[nameOf(owner)]
        const numberOf = (key: string) => before?.orders?.[key]?.number ?? 0
        const isGone = (key: string) => (gone.get(key) ?? -1) >= numberOf(key)
        const stays = ([key]: readonly [string, unknown]) => !isGone(key)
        const isLater = (key: string) => (orders[key]?.number ?? Number.MAX_SAFE_INTEGER) >= numberOf(key)
        const own = entriesOf(answer).filter(([key]) => placeFor(careOf(form, key)) === place && isLater(key))
        const stored = Object.fromEntries([...Object.entries(before?.answer ?? {}).filter(stays), ...own])
        const counts = entriesOf({ ...before?.add_another, ...add_another }).filter(
          ([id]) => placeFor(careOfBlock(form, id)) === place,
        )
        const many = Object.fromEntries(counts.filter(([id, count]) => count > (gates.has(id) ? 0 : 1)))
        const given = place === 'none' ? Object.keys(answer).filter((key) => careOf(form, key) === 'secret') : []
        const secrets = [...new Set([...(before?.secrets ?? []).filter((key) => !isGone(key)), ...given])]
        const written = { ...before?.orders, ...Object.fromEntries(own.flatMap(([key]) => entryOf(orders, key))) }
        const keptOrders = Object.fromEntries(Object.keys(stored).flatMap((key) => entryOf(written, key)))
        const isEmpty = [stored, many, secrets].every((each) => Object.keys(each).length === 0)
        const draft = { at, answer: stored, add_another: many, secrets, orders: keptOrders }
        put(storages[place], owner, isEmpty ? undefined : draft)
      }
    },
    read(owner) {
      const parts = places.flatMap((place) => fresh(storages[place])[nameOf(owner)] ?? [])
      const answer = Object.assign({}, ...parts.map((each) => each.answer))
      return {
        answer,
        add_another: Object.assign({}, ...parts.map((each) => each.add_another)),
        orders: Object.assign({}, ...parts.map((each) => each.orders)),
        withheld: parts.flatMap(({ secrets = [] }) => secrets).filter((key) => !Object.hasOwn(answer, key)),
        ...(parts.length > 0 && { at: Math.max(...parts.map(({ at }) => at)) }),
      }
    },
    forget(owner) {
      for (const place of places) put(storages[place], owner, undefined)
    },
    eraseAll() {
      for (const place of places) for (const item of [DRAFTS, ...FORMER]) storages[place].removeItem(item)
    },
  }
}

/** The answers that are not empty. For a visitor, empty answers carry no information. */
export const givenIn = (answer: AnswerMap): AnswerMap =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => isGiven(value)))

/** Items with answers that an earlier release wrote. Nothing reads them any more. */
const FORMER = ['causeway.early']

const entriesOf = <Value>(map: Readonly<Record<string, Value | undefined>>): [string, Value][] =>
  Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))

function nameOf(owner: Owner): string {
  if (owner === 'visitor') return owner
  if ('account' in owner) return `account ${owner.account}`
  return 'conflicts' in owner ? `undecided ${owner.conflicts}` : `too late ${owner.tooLate}`
}

const entryOf = (orders: Orders, key: string): [string, WriteOrder][] => {
  const order = orders[key]
  return order === undefined ? [] : [[key, order]]
}

/** Whether nothing at all was stored. */
export const isNothing = ({ answer, add_another, withheld }: StoredDraft): boolean =>
  [answer, add_another, withheld].every((each) => Object.keys(each).length === 0)

function write(storage: DeviceStorage, book: Draftbook): void {
  if (Object.keys(book).length === 0) storage.removeItem(DRAFTS)
  else storage.setItem(DRAFTS, JSON.stringify(book))
}

/** Ignores data that another release or a person wrote there. */
function parsed(text: string | null): Draftbook {
  if (text === null) return {}
  try {
    const book: unknown = JSON.parse(text)
    return isRecord(book) ? Object.fromEntries(Object.entries(book).filter(isEntryOfDraft)) : {}
  } catch {
    return {} // not JSON
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isEntryOfDraft(entry: [string, unknown]): entry is [string, Draft] {
  if (!isRecord(entry[1])) return false
  const { at, answer, add_another, secrets = [], orders = {} } = entry[1]
  return (
    typeof at === 'number' &&
    isRecord(answer) &&
    Object.values(answer).every((each) => typeof each === 'string') &&
    isRecord(add_another) &&
    Object.values(add_another).every((each) => typeof each === 'number') &&
    Array.isArray(secrets) &&
    secrets.every((each) => typeof each === 'string') &&
    isRecord(orders) &&
    Object.values(orders).every(isOrder)
  )
}

const isOrder = (value: unknown): value is WriteOrder =>
  isRecord(value) && typeof value.number === 'number' && typeof value.over === 'number'

/** The order in which this browser writes answers, shared by its tabs (docs/decisions/0020). */
export type WritingOrderBook = {
  /** Identifies this browser to the server until its drafts are erased; it says nothing about the person. */
  device(): string
  /** A number greater than any returned before. */
  next(): number
  /** Makes later numbers greater than this one, because a draft may have outlived the counter. */
  reach(number: number): void
  /** Makes this browser count as another device from now on. */
  forget(): void
}

const DEVICE = 'causeway.device'
const NUMBER = 'causeway.number'

/**
 * Numbers follow the clock, so that they rise even if a killed browser has lost the last ones. They never fall below an
 * earlier number, whatever the clock says.
 */
export function createWritingOrder(storage: DeviceStorage, now: () => number): WritingOrderBook {
  let last = 0
  const reach = (number: number) => {
    last = Math.max(last, number, Number(storage.getItem(NUMBER)) || 0)
  }
  return {
    device() {
      const known = storage.getItem(DEVICE)
      if (known !== null && /^[a-z0-9]{16}$/.test(known)) return known
      const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte % 36).toString(36)).join('')
      storage.setItem(DEVICE, made)
      return made
    },
    next() {
      reach(0)
      last = Math.max(now(), last + 1)
      storage.setItem(NUMBER, String(last))
      return last
    },
    reach,
    forget() {
      storage.removeItem(DEVICE)
      storage.removeItem(NUMBER)
    },
  }
}

/** How the answers of a visitor are merged into an application. */
type Sorted = {
  /** Fill empty answers, except in a group that differs elsewhere: an address mixed from two would be wrong. */
  readonly fills: Readonly<Record<string, string>>
  /** The person decides on these: the saved answer differs, or saved answers hide the question. Empty if none differs. */
  readonly asks: Readonly<Record<string, string>>
}

/** Sorts a visitor's answers by what the account has saved (Q41). */
export function sortVisitorAnswers(form: Form, application: Application, visitorDraft: AnswerMap): Sorted {
  const saved = application.answer
  const given = Object.entries(givenIn(visitorDraft)).filter(([key]) => form.keys.includes(key))
  const empties = given.filter(([key]) => !isGiven(saved[key]))
  const filled = { ...application, answer: { ...saved, ...Object.fromEntries(empties) } }
  const hidden = new Set(withoutHidden(form, filled).cleared)
  const contradicted = contradictionsIn(form, filled.answer)
  const differing = new Set(
    given.flatMap((entry) => {
      const group = keysAnsweredTogether(form, entry[0])
      if (isOther(saved, entry)) return group
      return group.some((key) => contradicted.has(key)) && group.some((key) => isGiven(saved[key])) ? group : []
    }),
  )
  const asked = form.keys.filter((key) => differing.has(key) && answerTo(saved, key) !== answerTo(visitorDraft, key))
  const waiting = given.filter(([key]) => hidden.has(key) && !differing.has(key))
  return {
    fills: mapOf(empties.filter(([key]) => !hidden.has(key) && !differing.has(key))),
    asks: asked.length > 0 ? mapOf([...asked.map((key) => [key, visitorDraft[key]] as const), ...waiting]) : {},
  }
}

type Entry = readonly [key: string, value: string | undefined]

const isOther = (saved: AnswerMap, [key, value]: Entry) => isGiven(saved[key]) && answerTo(saved, key) !== value

const mapOf = (entries: readonly Entry[]): Record<string, string> =>
  Object.fromEntries(entries.map(([key, value = '']) => [key, value]))

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
type StoredItem = { readonly at: number; readonly text: string | null }

/**
 * A storage with one item that survives a killed browser. Browsers write local storage to disk with a delay (Chromium
 * once a minute while it changes), but a database at once. So each text goes to both, with its time, and `restored`
 * copies back what only the database has. Without a database, it works like the given storage.
 */
export function createDurableStorage(storage: DeviceStorage, item: string): DurableStorage {
  const database = opened()
  const latest = (): StoredItem => {
    const [, at, text] = /^(\d+) (.*)$/s.exec(storage.getItem(item) ?? '') ?? []
    return { at: Number(at ?? 0), text: text || null }
  }
  /** A removed item keeps its time; otherwise an older text in the database would seem newer. */
  const place = ({ at, text }: StoredItem) => storage.setItem(item, `${at} ${text ?? ''}`)
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
  new Promise<StoredItem | undefined>((resolve) => {
    if (db === undefined) return resolve(undefined)
    const request = db.transaction(STORE).objectStore(STORE).get(item)
    request.onsuccess = () => resolve(isKept(request.result) ? request.result : undefined)
    request.onerror = () => resolve(undefined) // treated as if nothing were stored
  })

const isKept = (value: unknown): value is StoredItem =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'text' in value &&
  (value.text === null || typeof value.text === 'string')
