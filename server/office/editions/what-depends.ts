import { type Finding, type Institution, placeOf } from '../../../api/index.ts'
import type { Form, Register } from '../../../engine/index.ts'
import { listCodeMaps } from '../../handing-over/deliveries/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { createWording } from '../../running/mail/index.ts'

/** What outside of the form depends on what it says: code maps of targets, and the institution's own mails. */
export type Dependents = {
  /** The options of a form for which a target has no code. */
  readonly uncoded: (asked: Asked) => Promise<readonly Uncoded[]>
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
  async uncoded(asked) {
    const { maps } = await listCodeMaps({ settings, ...asked })
    return maps.flatMap(({ target, lists }) =>
      lists.flatMap(({ list, missing }) => missing.map((value) => ({ target, list, value }))),
    )
  },
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
  return [...Map.groupBy(added, ({ list, value }) => JSON.stringify([list, value])).values()].flatMap((each) => {
    const [{ list, value } = { list: '', value: '' }] = each
    const place = placeOf(placesOfLists[list] ?? list, value)
    const targets = each.map(({ target }) => target).join(', ')
    const says = `${labels[place] ?? value} has no code in the code map of ${targets}. Applications with it are held back there until it has one.`
    return [{ grade: 'told' as const, place, says }]
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
