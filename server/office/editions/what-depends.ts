import type { Kysely } from 'kysely'
import { type Finding, type Institution, placeOf } from '../../../api/index.ts'
import { type Form, isOwnKey, namedItems, type Register } from '../../../engine/index.ts'
import { listCodeMaps, type OwnQuestion, ownPlaces } from '../../handing-over/deliveries/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { createWording } from '../../running/mail/index.ts'
import { whoReads } from './who-reads.ts'

/** What outside of the form depends on what it says: who reads answers, code maps of targets, and the institution's own mails. */
export type Dependents = {
  /** Who reads the answers to what changes. */
  readonly read: (db: Kysely<Tables>, now: () => Date, sides: Both<Asked>) => Promise<readonly Finding[]>
  /** The options of a form for which a target has no code. */
  readonly uncoded: (asked: Asked) => Promise<readonly Uncoded[]>
  /** Where the answers to the office's own questions go at each target. */
  readonly ownPlaces: (asked: Asked) => readonly OwnQuestion[]
  /** What is missing in the institution's own mails, and what keeps a server from starting with them. */
  readonly mails: (institution: Institution) => {
    readonly faults: readonly string[]
    readonly warnings: readonly string[]
  }
}

/** A form, and the register that it belongs to. */
type Asked = { readonly form: Form; readonly register: Register }

type Uncoded = { readonly target: string; readonly list: string; readonly value: string }

type Deps = {
  readonly settings: Pick<Settings, 'deliveriesFile'> & Partial<Pick<Settings, 'baseUrl' | 'institutionFile'>>
}

export const dependentsOf = ({ settings }: Deps): Dependents => ({
  read: (db, now, sides) => whoReads({ db, settings, now }, sides),
  async uncoded(asked) {
    const { maps } = await listCodeMaps({ settings, ...asked })
    return maps.flatMap(({ target, lists }) =>
      lists.flatMap(({ list, missing }) => missing.map((value) => ({ target, list, value }))),
    )
  },
  ownPlaces: (asked) => ownPlaces({ settings, ...asked }),
  mails(institution) {
    const { baseUrl, institutionFile } = settings
    if (baseUrl === undefined || institutionFile === undefined) return { faults: [], warnings: [] }
    try {
      return { faults: [], warnings: createWording({ baseUrl, institutionFile }, { institution }).warnings }
    } catch (error) {
      // A template that is missing or names what the institution no longer has: its own sentence says so.
      if (error instanceof Error) return { faults: [error.message], warnings: [] }
      throw error
    }
  },
})

type Both<Of> = { readonly before: Of; readonly after: Of }

/** Options that a target has no code for, and had none needed before: applications with them wait until it has. */
export async function withoutCodes(
  { uncoded }: Dependents,
  { before, after }: Both<Asked>,
  labels: Readonly<Record<string, unknown>>,
): Promise<readonly Finding[]> {
  const known = new Set((await uncoded(before)).map((each) => JSON.stringify(each)))
  const added = (await uncoded(after)).filter((each) => !known.has(JSON.stringify(each)))
  const ownLists = listsOfOwn(after.form)
  const ofOwn = [...Map.groupBy(added, ({ list }) => list)].flatMap(([list, all]): readonly Finding[] => {
    const own = ownLists.get(list)
    if (own === undefined) return []
    const values = new Set(all.map(({ value }) => own.labels.get(value) ?? value))
    const targets = new Set(all.map(({ target }) => target))
    const says = `“${own.label}” has answers without a code in the code map of ${[...targets].join(', ')}: ${[...values].join(', ')}. Applications with one are held back there until it has a code.`
    return [{ grade: 'told', place: placeOf('structure', 'item', own.name), says }]
  })
  const others = added.filter(({ list }) => !ownLists.has(list))
  const ofOthers = [...Map.groupBy(others, ({ list, value }) => JSON.stringify([list, value])).values()].flatMap(
    (each) => {
      const [{ list, value } = { list: '', value: '' }] = each
      const place = placeOf(placesOfLists[list] ?? list, value)
      const targets = each.map(({ target }) => target).join(', ')
      const says = `${labels[place] ?? value} has no code in the code map of ${targets}. Applications with it are held back there until it has one.`
      return [{ grade: 'told' as const, place, says }]
    },
  )
  return [...ofOwn, ...ofOthers]
}

/** The lists of options of the office's own questions, by the name by which code maps know them. */
const listsOfOwn = (form: Form) =>
  new Map(
    [...namedItems(form)].flatMap(([name, item]) =>
      item.kind === 'choice' && item.list !== undefined && isOwnKey(item.key) && Array.isArray(item.options)
        ? [[item.list, { name, label: item.label, labels: new Map<string, string>(item.options) }] as const]
        : [],
    ),
  )

/** Where the answers to questions of the office's own go that are asked from then on, and where they go nowhere. */
export function whereOwnGo({ ownPlaces: placesOf }: Dependents, { before, after }: Both<Asked>): readonly Finding[] {
  const known = new Set(placesOf(before).flatMap(({ keys }) => keys))
  return placesOf(after).flatMap(({ name, label, keys, places }): readonly Finding[] => {
    if (places.length === 0 || keys.every((key) => known.has(key))) return []
    const [somewhere, nowhere] = [places.filter((each) => each.goesTo), places.filter((each) => !each.goesTo)]
    const goes = somewhere.map(({ target, goesTo }) => `${target} (${goesTo})`)
    const says = [
      ...(goes.length > 0 ? [`Answers to “${label}” go to ${goes.join(', ')}.`] : []),
      ...(nowhere.length > 0
        ? [`Answers to “${label}” go nowhere at ${nowhere.map(({ target }) => target).join(', ')}.`]
        : []),
    ]
    return [{ grade: 'told', place: placeOf('structure', 'item', name), says: says.join(' ') }]
  })
}

/** Where the lists stand that code maps call otherwise. */
const placesOfLists: Readonly<Record<string, string>> = { terms: 'entry_terms' }

/** What the institution's own mails lack for what is published: a value that a template names, or a language. */
export function mailsLacking({ mails }: Dependents, { before, after }: Both<Institution>): readonly Finding[] {
  const [was, is] = [mails(before), mails(after)]
  const known = new Set(was.faults)
  return [
    ...is.faults.map((says): Finding => ({ grade: known.has(says) ? 'told' : 'stopped', place: MAILS, says })),
    ...is.warnings.map((says): Finding => ({ grade: 'told', place: MAILS, says })),
  ]
}

const MAILS = '/mail'
