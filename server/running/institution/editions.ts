import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BaseLogger } from 'pino'
import {
  canonicalContent,
  contentOf,
  type EditionContent,
  editionContent,
  type Institution,
  storedContent,
  withContent,
} from '../../../api/index.ts'
import { type Form, oncePer, type Register } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { type Database, isDatabaseAway, type Tables } from '../../platform/database/index.ts'
import type { Languages } from '../../platform/languages/index.ts'
import type { Faces } from '../face/index.ts'
import { definitionOf, registerOfInstitution, stamped } from './asking.ts'
import { filledForm, institutionErrors, languagesOf } from './form-of.ts'

/** What the office has published, and everything that is made of it. */
export type Edition = {
  /** 0 for institution.json itself, where no edition can be read. */
  readonly number: number
  /** Of its content and the form that it was published for: a number may come again after a backup was restored. */
  readonly hash: string
  /** The version of the form over which it was made. It is read with that of this release (docs/decisions/0098). */
  readonly base: string
  readonly content: EditionContent
  readonly institution: Institution
  readonly form: Form
  /** What is asked, in the words of the product. */
  readonly definition: Form
  readonly register: Register
  readonly languages: Languages
  /** Where the institution keeps languages of its own. */
  readonly ownLanguages: string | undefined
}

export type Editions = {
  /** The edition that is in effect; within a request always the same one. */
  readonly active: () => Edition
  /**
   * Does this work, and all that it sets off, with the edition that is in effect now. For a page with the tag of a later
   * one than this process has heard of, it looks first: another server has made that page.
   */
  readonly pin: (work: () => void, tag?: string | readonly string[]) => void
  /** Does this work, and all that it sets off, as if this edition were in effect. */
  readonly within: <Result>(edition: Edition, work: () => Result) => Result
  /** What a content would be if it were published. */
  readonly made: (content: EditionContent) => Edition
  /** Any edition; undefined if there is none of this number, or this release cannot read it. `db` is the transaction of who asks inside one. */
  readonly numbered: (number: number, db?: Kysely<Tables>) => Promise<Edition | undefined>
  /** Looks now instead of within two seconds. */
  readonly refresh: () => Promise<void>
  /** What an operator should know. */
  readonly warnings: () => readonly string[]
  readonly close: () => Promise<void>
}

type EditionsDeps = {
  readonly database: Pick<Database, 'db'>
  /** institution.json, which has all that no edition holds, and whose rest is the first edition. */
  readonly file: Institution
  /** Where the institution keeps languages of its own. */
  readonly ownLanguages?: string
  /** What draws the face of an edition before it is in effect. */
  readonly faces?: Pick<Faces, 'draw'>
  /** Tells other systems of an edition before it is in effect here, if it asks otherwise. */
  readonly tellForm?: (db: Kysely<Tables>, edition: Edition) => Promise<void>
  readonly log: Pick<BaseLogger, 'info' | 'warn'>
  /** How often to look, in milliseconds; every two seconds if it is not set. */
  readonly interval?: number
}

const INTERVAL = 2_000 // ms
const REMEMBERED = 8

/**
 * Opens the editions and looks every two seconds, by the clock of the database, for one that has taken effect. What is
 * in institution.json becomes an edition until the office has published one. An edition that cannot be read is never
 * active: the last one that can be read serves, and the log says so.
 */
export async function openEditions(deps: EditionsDeps): Promise<Editions> {
  const { database, interval = INTERVAL } = deps
  const { db } = database
  const { ofFile, made, numbered } = createReader(deps)
  const notRead = await publishFile(db, deps.file, ofFile)
  const ready = async <Found extends { readonly edition: Edition }>(found: Found) => {
    await deps.faces?.draw(found.edition.institution)
    await deps.tellForm?.(db, found.edition)
    return found
  }
  const newest = async () => {
    const rows = await db
      .selectFrom('edition')
      .select('number')
      .where(isInEffect)
      .orderBy(beginsAt, 'desc')
      .orderBy('number', 'desc')
      .execute()
    for (const { number } of rows) {
      const edition = await numbered(number)
      if (edition) return ready({ edition, first: rows[0]?.number })
    }
    return ready({ edition: ofFile, first: rows[0]?.number })
  }
  let { edition: current, first: seen } = await newest()

  /** Milliseconds until there is something to look for. */
  async function look(): Promise<number> {
    const row = await db.selectFrom('edition').select([firstInEffect, untilNext]).executeTakeFirst()
    if (row && row.number !== null && row.number !== seen) {
      const found = await newest()
      current = found.edition
      seen = found.first
      deps.log.info({ edition: current.number }, 'Another edition of the form is in effect.')
    }
    return Math.min(interval, Math.max(row?.next ?? interval, 1))
  }

  let hearing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> = Promise.resolve()
  const lookIn = (wait: number) => {
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => {
          // An outage is reported where somebody is served. The last edition serves meanwhile.
          if (!isDatabaseAway(error)) deps.log.warn({ err: error }, 'Nobody could look for a new edition of the form.')
          return interval
        })
        .then((next) => timer && lookIn(next))
    }, wait)
    timer.unref()
  }
  lookIn(interval)

  return {
    active: () => pinned.getStore() ?? current,
    pin(work, tag) {
      const pin = () => pinned.run(current, work)
      if (!(Number.parseInt(String(tag), 10) > current.number)) return pin()
      // Whatever strangers make up, one look at a time. If it fails, the request that needs the database says so.
      hearing ??= look().then(
        () => {},
        () => {},
      )
      void hearing.finally(() => {
        hearing = undefined
        pin()
      })
    },
    within: (edition, work) => pinned.run(edition, work),
    made: (content) => made({ number: 0, hash: hashOf(content), base: admissions.version }, content),
    numbered,
    refresh: async () => {
      await look()
    },
    warnings: () => [
      ...(notRead.length === 0
        ? []
        : [
            `The office edits its form at the desk, so these entries of institution.json are not read: ${notRead.join(', ')}. Write what is in effect into the file with npm run edition -- export, or set editions to file there if the file is to lead.`,
          ]),
      ...institutionErrors(current.institution).map((each) => `Edition ${current.number} of the form: ${each}`),
    ],
    close: async () => {
      clearTimeout(timer)
      timer = undefined
      await looking
    },
  }
}

/** Makes editions of what is stored, and remembers the last ones. */
function createReader({ database: { db }, file, ownLanguages, log }: EditionsDeps) {
  const made = (about: Pick<Edition, 'number' | 'hash' | 'base'>, content: EditionContent): Edition => {
    const institution = withContent(file, content)
    const languages = languagesOf(institution, ownLanguages)
    // Words for what this release says otherwise are passed over, so that no upgrade takes an edition back.
    const [definition, register] = [definitionOf(institution), registerOfInstitution(institution)]
    const form = filledForm(institution)
    return { ...about, content, institution, form, definition, register, languages, ownLanguages }
  }
  const unreadable = new Set<number>()
  const remembered = new Map<number, Edition>()
  const ofFile = made({ number: 0, hash: hashOf(contentOf(file)), base: admissions.version }, contentOf(file))
  return {
    ofFile,
    made,
    async numbered(number: number, from: Kysely<Tables> = db): Promise<Edition | undefined> {
      const known = remembered.get(number)
      if (known) return known
      const row = await from
        .selectFrom('edition')
        .select(['hash', 'form_version as base', 'content'])
        .where('number', '=', number)
        .executeTakeFirst()
      if (!row) return undefined
      try {
        const { hash, base, content } = row
        const edition = made({ number, hash, base }, storedContent(content, ofFile.content))
        remembered.set(number, edition)
        const [first] = remembered.size > REMEMBERED ? remembered.keys() : []
        if (first !== undefined) remembered.delete(first)
        return edition
      } catch (error) {
        // Of a later release, or damaged. Said once.
        const text = `Edition ${number} of the form cannot be read by this release: the one before it serves.`
        if (!unreadable.has(number)) log.warn({ err: error }, text)
        unreadable.add(number)
        return undefined
      }
    },
  }
}

/** Makes an edition of institution.json; returns the entries that are not read because the desk leads. */
async function publishFile(
  db: Database['db'],
  file: Institution,
  { content: given }: Edition,
): Promise<readonly string[]> {
  const last = await db
    .selectFrom('edition')
    .select(({ exists, selectFrom }) => [
      'number',
      'hash',
      'content',
      exists(selectFrom('edition').select('number').where('source', '=', 'desk')).as('is_led_by_desk'),
    ])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.is_led_by_desk && file.editions !== 'file') {
    const inFile: Readonly<Record<string, unknown>> = given
    const known = { face: given.face, pdf_name: given.pdf_name, ...Object(last.content) }
    return Object.keys({ ...given, ...known }).filter(
      (name) => canonicalJson(inFile[name]) !== canonicalJson(known[name]),
    )
  }
  const number = (last?.number ?? 0) + 1
  const content = stamped(given, editionContent.safeParse(Object(last?.content)).data, number)
  const hash = hashOf(content)
  if (last?.hash === hash) return []
  // Whoever starts at the same moment with the same file has made it.
  await db
    .insertInto('edition')
    .values({
      number,
      form_version: admissions.version,
      content: JSON.stringify(content),
      hash,
      report: '[]',
      title: 'institution.json',
      source: 'file',
      takes_effect_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute()
  return []
}

/** jsonb keeps the entries of an object in an order of its own. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? ''

const pinned = new AsyncLocalStorage<Edition>()

/**
 * What a page says of the edition that it shows, and a reply of the one in effect. The same edition reads otherwise in a
 * release with other words, so the tag is of both: what a page of that release showed is not what this one would sign.
 */
export const editionTag = ({ number, hash }: Pick<Edition, 'number' | 'hash'>, form: Form = admissions): string =>
  `${number}-${createHash('sha256')
    .update(`${hash}\n${digestOf(form)}`)
    .digest('hex')
    .slice(0, 12)}`

const digestOf = oncePer((form: Form) => createHash('sha256').update(JSON.stringify(form)).digest('hex'))

/**
 * The edition that a page shows, by its tag; a page without one is of a release that had none, and showed the first.
 * undefined if there is none of this content, because a backup was restored or the page is of a release with another form.
 */
export async function editionShown(
  { numbered }: Pick<Editions, 'numbered'>,
  tag: string | readonly string[] | undefined,
): Promise<Edition | undefined> {
  const edition = await numbered(tag === undefined ? 1 : Number.parseInt(String(tag), 10) || 0)
  return edition && (tag === undefined || tag === editionTag(edition)) ? edition : undefined
}

/** Of a content for the form of this release. */
export const hashOf = (content: EditionContent): string =>
  createHash('sha256')
    .update(`${admissions.version}\n${canonicalContent(content)}`)
    .digest('hex')

/** When an edition begins: not before another person has confirmed what needs that. */
export const beginsAt = sql<Date>`greatest(takes_effect_at, confirmed_at)`
const isGoodToGo = sql<boolean>`(called_off_at is null and (not is_careful or confirmed_at is not null))`
export const isInEffect = sql<boolean>`(${isGoodToGo} and ${beginsAt} <= clock_timestamp())`

const firstInEffect = sql<
  number | null
>`(array_agg(number order by ${beginsAt} desc, number desc) filter (where ${isInEffect}))[1]`.as('number')
const untilNext = sql<number | null>`(extract(epoch from min(${beginsAt}) filter (where ${isGoodToGo}
  and not ${isInEffect}) - clock_timestamp()) * 1000)::float8`.as('next')

/** Dependencies whose form, register and institution are always those of the edition in effect. */
export function follow<Deps extends object>(
  editions: Pick<Editions, 'active'>,
  deps: Deps,
): Deps & Pick<Edition, 'form' | 'institution' | 'register'> {
  const { institution, register } = editions.active()
  return Object.defineProperties(
    { ...deps, form: admissions, institution, register },
    {
      register: { enumerable: true, get: () => editions.active().register },
      form: { enumerable: true, get: () => editions.active().form },
      institution: { enumerable: true, get: () => editions.active().institution },
    },
  )
}

/** The languages of the edition in effect. */
export function followLanguages({ active }: Pick<Editions, 'active'>): Languages {
  const now = () => active().languages
  return {
    get offered() {
      return now().offered
    },
    get files() {
      return now().files
    },
    wordsOf: (language) => now().wordsOf(language),
    markedWordsOf: (language) => now().markedWordsOf(language),
    untranslatedIn: (language) => now().untranslatedIn(language),
    of: (request) => now().of(request),
    inAddress: (url) => now().inAddress(url),
    ofDevice: (request) => now().ofDevice(request),
    chosen: (request) => now().chosen(request),
    proposed: (request) => now().proposed(request),
  }
}
