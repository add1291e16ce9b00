import type { Kysely } from 'kysely'
import type { Finding } from '../../../api/index.ts'
import { type Form, namedItems, type Question, type Register } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { isIndexed } from '../../applying/application-index/index.ts'
import { isReadByBanner, listCodeMaps, type Recipient, recipientsNow } from '../../handing-over/deliveries/index.ts'
import { isDeclined } from '../../platform/control/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { placeOfItem, titleIn } from './asking-findings.ts'

type Asked = { readonly form: Form; readonly register: Register }

type Deps = {
  readonly db: Kysely<Tables>
  readonly settings: Pick<Settings, 'deliveriesFile'>
  readonly now: () => Date
}

/** A question that is asked no more, or from now on, or offers others. `taken` are the codes that it offers no more. */
type Changed = {
  readonly name: string
  readonly question: Question
  readonly is: 'gone' | 'new' | 'otherwise'
  readonly taken: readonly string[]
}

/** What reads the answers to a question, in words. */
type Reader = (changed: Changed) => readonly string[]

/** Who reads the answers to what changes outside of the form: one sentence for each question, or for each list of options. */
export async function whoReads(
  deps: Deps,
  { before, after }: { readonly before: Asked; readonly after: Asked },
): Promise<readonly Finding[]> {
  const changed = changesOf(before, after)
  if (changed.length === 0) return []
  const systems = await systemsNow(deps)
  const readers = [
    readBySystems(systems, after.register),
    await readByCodeMaps(deps, before),
    readAtDesk,
    await readBySavedViews(deps),
  ]
  const findings = changed.flatMap((each): readonly Finding[] => {
    const by = readers.flatMap((reader) => reader(each))
    return by.length === 0
      ? []
      : [
          {
            grade: 'told',
            place: placeOfItem(each.name),
            says: inWords(
              titleIn(each.is === 'gone' ? before.form : after.form, each.question),
              each.is,
              series.format(by),
            ),
          },
        ]
  })
  const webhooks = systems.filter(({ way }) => way === 'webhook').map(({ name }) => name)
  if (webhooks.length === 0) return findings
  const says = `Webhooks (${webhooks.join(', ')}) tell that something happened and carry no answers, so they read nothing of what changes.`
  return [...findings, { grade: 'told', place: placeOfItem(changed[0]?.name ?? ''), says }]
}

function inWords(title: string, is: Changed['is'], by: string): string {
  switch (is) {
    case 'gone':
      return `${title} is read by ${by}. It stays there, and is empty for whoever submits from then on.`
    case 'new':
      return `${title} goes to ${by} too.`
    case 'otherwise':
      return `The options of ${title} are read by ${by}.`
  }
}

const series = new Intl.ListFormat('en')

/** Of questions that are answered from one list, the first stands for all. */
function changesOf(before: Asked, after: Asked): readonly Changed[] {
  const [was, is] = [questionsIn(before.form), questionsIn(after.form)]
  const lists = new Set<string>()
  return [
    ...[...was].flatMap(([name, question]) =>
      is.has(name) ? [] : [{ name, question, is: 'gone' as const, taken: [] }],
    ),
    ...[...is].flatMap(([name, question]): readonly Changed[] => {
      const old = was.get(name)
      if (!old) return [{ name, question, is: 'new', taken: [] }]
      const [offered, offers] = [codesOf(old), codesOf(question)]
      const list = listOf(after.register, name) ?? name
      if (lists.has(list) || (offered.length === offers.length && offers.every((code) => offered.includes(code))))
        return []
      lists.add(list)
      return [{ name, question, is: 'otherwise', taken: offered.filter((code) => !offers.includes(code)) }]
    }),
  ]
}

const questionsIn = (form: Form) =>
  new Map([...namedItems(form)].flatMap(([name, item]) => ('key' in item ? [[name, item] as const] : [])))

const codesOf = (question: Question): readonly string[] => (question.kind === 'choice' ? question.values : [])

const listOf = (register: Register, key: string) => register.keys.find((row) => row.key === key)?.list

/** The systems that are given applications, as they are set up; none while the operator’s file cannot be read. */
async function systemsNow({ db, settings, now }: Deps): Promise<readonly Recipient[]> {
  try {
    return await recipientsNow({ database: { db }, settings, institution: {}, now })
  } catch (error) {
    if (isDeclined(error)) return []
    throw error
  }
}

const readBySystems =
  (systems: readonly Recipient[], register: Register): Reader =>
  ({ name: key, question: { care } }) =>
    systems.flatMap(({ name, way, gets }) => {
      if (gets(care) === 'no' || (way === 'delivery_banner' && !isReadByBanner(register, key))) return []
      return [way === 'export_row' ? `the token ${name}` : `the delivery to ${name}`]
    })

async function readByCodeMaps({ settings }: Deps, asked: Asked): Promise<Reader> {
  const { maps } = await listCodeMaps({ settings, ...asked })
  return ({ name: key }) => {
    const of = listOf(asked.register, key)
    return maps.flatMap(({ target, lists }) =>
      lists.some(({ list }) => list === of) ? [`the code map of ${target} (list ${of})`] : [],
    )
  }
}

/** By what the desk filters, with its name in the address of a search. */
const filters: Partial<Readonly<Record<string, { readonly label: string; readonly named: string }>>> = {
  entry_term: { label: 'Term', named: 'term' },
  applied_major: { label: 'Major', named: 'major' },
  degree_nondegree: { label: 'Kind', named: 'kind' },
} satisfies Partial<Record<AdmissionsKey, unknown>>

const readAtDesk: Reader = ({ name, is }) => {
  if (is === 'new') return []
  const filter = filters[name]
  if (filter) return [`the filter ${filter.label} of the desk`]
  return is === 'gone' && isIndexed(name) ? ['the search of the desk'] : []
}

async function readBySavedViews({ db }: Deps): Promise<Reader> {
  const views = await db
    .selectFrom('staff_view')
    .innerJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['staff_view.name', 'search', 'staff_person.name as person'])
    .where('ended_at', 'is', null)
    .orderBy('staff_view.name')
    .orderBy('staff_view.id')
    .execute()
  return ({ name: key, is, taken }) =>
    views.flatMap(({ name, search, person }) => {
      const asked = new URLSearchParams(search).get(filters[key]?.named ?? '')
      const isRead = asked !== null && asked !== '' && (is === 'gone' || taken.includes(asked))
      return isRead ? [`the saved view “${name}” of ${person}`] : []
    })
}
