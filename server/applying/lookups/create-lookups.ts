import { setTimeout as wait } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { LookupCategory } from '../../../api/index.ts'
import { canonicalText } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { type App, type Refusal, refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { MemoryLimit } from '../../platform/limits/index.ts'
import { addressFrom, askPhoton, suggestionOf } from './addresses.ts'
import { createLookupThread, type LookupThread } from './create-lookup-thread.ts'
import type { Answer, FoundRecord, Question, Suggestion, ZipPlace } from './school.ts'
import { stateFrom } from './states.ts'
import { storedLists, versionOfLists } from './stored-lists.ts'

/** There may be something to find: the lists are not loaded yet, or the machine is too busy. */
class NoAnswerInTime extends Error {}

/**
 * School and address lookups. Errors are not shown to the applicant, who just gets no suggestions (requirement
 * 8.lookup.1). Each rejects if there is no answer in time.
 */
export type Lookups = {
  /** At most `most` suggestions, best first; none for a text of fewer than two characters. */
  readonly find: (text: string, category: LookupCategory, most: number) => Promise<readonly Suggestion[]>
  /** The details of a suggestion; undefined for an unknown id. */
  readonly resolve: (id: string, category: LookupCategory) => Promise<FoundRecord | undefined>
  /** The place of a five-digit ZIP code; empty if the code is unknown. */
  readonly placeOf: (zip: string) => Promise<ZipPlace>
  /** Loads the stored lists again; the old ones are used until the new ones are ready. */
  readonly reload: () => Promise<void>
  readonly close: () => Promise<void>
}

const MIN_LENGTH = 2 // characters

const MAX_LENGTH = 200 // characters; no school and no address is longer

const CHECK_INTERVAL = 60_000 // ms; another process may have imported one

const START_TIMEOUT = 10_000 // ms that a question waits for the first thread

const CACHE_SIZE = 2_000 // answers

type Deps = {
  readonly database: Database
  /** The institution's state, by code or name: among equally good matches, its schools come first. */
  readonly nearState: () => string
  readonly photonUrl: string | undefined
  readonly log: Pick<BaseLogger, 'warn' | 'info'>
}

/**
 * Creates the lookups; their thread starts while the server does.
 */
export function createLookups({ database, nearState, photonUrl, log }: Deps): Lookups {
  const cache = new Map<string, Answer>()
  let thread: LookupThread | undefined
  let version = ''
  let closed = false

  async function load(): Promise<void> {
    if (closed) return
    const newest = await versionOfLists(database)
    const next = await createLookupThread({
      contents: await storedLists(database),
      near: stateFrom(nearState())?.name ?? '',
    })
    const before = thread
    thread = next
    version = newest
    cache.clear()
    await before?.close()
    void next.ended.then(() => {
      if (thread !== next || closed) return
      thread = undefined
      log.warn('The lookup thread ended; starting another one.')
      void reloadQuietly()
    })
  }

  let loading: Promise<void> = Promise.resolve()
  /** One reload at a time, so that the newest lists win. */
  const reload = () => {
    const loaded = loading.then(load)
    loading = loaded.catch(() => {})
    return loaded
  }
  const reloadQuietly = () =>
    reload().catch((err) => log.warn({ err }, 'The lookups could not be loaded; trying again in a minute.'))

  void reloadQuietly()
  const timer = setInterval(async () => {
    const newest = await versionOfLists(database).catch(() => version) // the database is away, so nothing is new
    if (thread === undefined || newest !== version) void reloadQuietly()
  }, CHECK_INTERVAL)
  timer.unref()

  async function ask(question: Question): Promise<Answer> {
    const key = JSON.stringify(question)
    const known = cache.get(key)
    if (known !== undefined) return known
    if (thread === undefined) await Promise.race([loading, wait(START_TIMEOUT, undefined, { ref: false })])
    const asked = thread
    const answered = await asked?.ask(question)
    if (answered === undefined) throw new NoAnswerInTime()
    if (answered.answer === undefined) return undefined
    if (asked === thread) addToCache(key, answered.answer)
    return answered.answer
  }

  function addToCache(key: string, answer: Answer): void {
    const [oldest] = cache.keys()
    if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest)
    cache.set(key, answer)
  }

  return {
    async find(given, category, most) {
      const text = canonicalText(given)
      if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return []
      if (category === 'address' && photonUrl !== undefined) {
        const found = await askPhoton(photonUrl, text, most)
        if (found !== undefined) return found.map(suggestionOf)
      }
      const found = await ask({ text, category, most })
      return Array.isArray(found) ? found : []
    },
    async resolve(id, category) {
      if (category === 'address') return addressFrom(id)
      const found = await ask({ id, category })
      return found === undefined || Array.isArray(found) || 'states' in found ? undefined : found
    },
    async placeOf(zip) {
      const found = await ask({ zip })
      return found !== undefined && 'states' in found ? found : { city: '', states: [] }
    },
    reload,
    async close() {
      closed = true
      clearInterval(timer)
      await loading
      await thread?.close()
    },
  }
}

/**
 * GET /lookup/find, by text or by the id of a suggestion (requirements 7.lookup), and GET /lookup/zip. Both are open to
 * anybody and share one limit, counted in memory.
 */
export function lookupRoutes(app: App, lookups: Lookups, limit: MemoryLimit): void {
  serveCall(app, 'find', async ({ body, request }) => {
    const wait = limit(request.ip)
    if (wait !== undefined) return refusalUntil(wait)
    return unlessLate(async () => {
      if ('text' in body) return [...(await lookups.find(body.text, body.category, body.max_results))]
      return (await lookups.resolve(body.id, body.category)) ?? refusal('not_found')
    })
  })
  serveCall(app, 'placeOfZip', async ({ body, request }) => {
    const wait = limit(request.ip)
    return wait === undefined ? unlessLate(() => lookups.placeOf(body.zip)) : refusalUntil(wait)
  })
}

/** A late answer is no empty one: somebody would take it that her school is not in the list. */
async function unlessLate<Found>(find: () => Promise<Found>): Promise<Found | Refusal> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof NoAnswerInTime) return { ...refusal('busy'), retryAfter: 1 }
    throw error
  }
}
