import { type AnswerMap, careOf, type Form, type WriteOrder } from '../../../../engine/index.ts'
import { EARLY } from './early-draft.ts'

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
   * written later: another tab may store answers for the same owner. A count of 1 is not stored.
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
export const DRAFTS = 'causeway.drafts'
/** The item that says what somebody erased last on this device, and when: `draft 1795727288633`. */
export const ERASED = 'causeway.erased'
const cares = ['none', 'sensitive', 'secret'] as const

/** `secrets` lists the secret answers that were given, so that an empty box can say why it is empty. */
type Draft = Omit<StoredDraft, 'withheld' | 'orders'> & {
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
      for (const care of cares) {
        const before = fresh(storages[care])[nameOf(owner)]
        const numberOf = (key: string) => before?.orders?.[key]?.number ?? 0
        const isGone = (key: string) => (gone.get(key) ?? -1) >= numberOf(key)
        const stays = ([key]: readonly [string, unknown]) => !isGone(key)
        const isLater = (key: string) => (orders[key]?.number ?? Number.MAX_SAFE_INTEGER) >= numberOf(key)
        const own = entriesOf(answer).filter(([key]) => careOf(form, key) === care && isLater(key))
        const stored = Object.fromEntries([...Object.entries(before?.answer ?? {}).filter(stays), ...own])
        const counts = care === 'none' ? entriesOf({ ...before?.add_another, ...add_another }) : []
        const many = Object.fromEntries(counts.filter(([, count]) => count > 1))
        const given = care === 'none' ? Object.keys(answer).filter((key) => careOf(form, key) === 'secret') : []
        const secrets = [...new Set([...(before?.secrets ?? []).filter((key) => !isGone(key)), ...given])]
        const written = { ...before?.orders, ...Object.fromEntries(own.flatMap(([key]) => entryOf(orders, key))) }
        const keptOrders = Object.fromEntries(Object.keys(stored).flatMap((key) => entryOf(written, key)))
        const isEmpty = [stored, many, secrets].every((each) => Object.keys(each).length === 0)
        const draft = { at, answer: stored, add_another: many, secrets, orders: keptOrders }
        put(storages[care], owner, isEmpty ? undefined : draft)
      }
    },
    read(owner) {
      const parts = cares.flatMap((care) => fresh(storages[care])[nameOf(owner)] ?? [])
      const answer = Object.assign({}, ...parts.map((each) => each.answer))
      return {
        answer,
        add_another: Object.assign({}, ...parts.map((each) => each.add_another)),
        orders: Object.assign({}, ...parts.map((each) => each.orders)),
        withheld: parts.flatMap(({ secrets = [] }) => secrets).filter((key) => !Object.hasOwn(answer, key)),
      }
    },
    forget(owner) {
      for (const care of cares) put(storages[care], owner, undefined)
    },
    eraseAll() {
      for (const care of cares) for (const item of [DRAFTS, EARLY]) storages[care].removeItem(item)
    },
  }
}

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
