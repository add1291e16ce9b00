import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StaffReply } from '../../../api/index.ts'
import { optionsOf, questionsByKey } from '../../../engine/index.ts'
import { currentLabel } from '../../applying/application-index/index.ts'
import { ownerAccount } from '../../applying/applications/index.ts'
import { handedOver } from '../../handing-over/acknowledgements/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { todayAt } from '../../running/institution/index.ts'
import type { StaffDeps } from './staff.ts'

type Listed = StaffReply<'findApplications'>['applications'][number]

type ListedRow = {
  readonly application_id: string
  readonly reference: string | null
  readonly name: string
  readonly birth_date: string
  readonly email: string | null
  readonly term: string
  readonly major: string
  readonly term_label: string
  readonly major_label: string
  readonly kind: string
  readonly status: Listed['status']
  readonly started_at: Date
  readonly saved_at: Date
  readonly submitted_at: Date | null
  readonly state: Listed['handling']['state'] | null
  readonly assignee_id: number | null
  readonly version: number | null
  readonly work: Listed['work']['state']
  readonly work_since: Date | null
  readonly work_until: Date | null
  readonly came: Listed['work']['came']
}

/** What is read of each application of a page of the queue, before what stands in other tables. */
export const listedColumns = [
  'application_index.application_id',
  'application_index.reference',
  'application_index.name',
  'birth_date',
  'user.email',
  'term',
  'major',
  'term_label',
  'major_label',
  'kind',
  'application_index.status',
  'started_at',
  'application_index.submitted_at',
  'application.updated_at as saved_at',
  'handling.state',
  'handling.assignee_id',
  'handling.version',
  'work',
  'work_since',
  'work_until',
  'came',
] as const

/** The rows of the queue, with what stands in other tables; a few statements, however many rows. */
export async function describeListed(deps: StaffDeps, rows: readonly ListedRow[]): Promise<readonly Listed[]> {
  const ids = rows.map(({ application_id }) => application_id)
  if (ids.length === 0) return []
  const { db } = deps.database
  const [documents, pdfs, receipts, people, given, duplicates] = await Promise.all([
    documentsOf(db, ids),
    db.selectFrom('application_pdf').select(['application_id', 'status']).where('application_id', 'in', ids).execute(),
    db
      .selectFrom('sent_mail')
      .select(['application_id', 'sent_at', 'refused_at'])
      .where('kind', '=', 'receipt')
      .where('application_id', 'in', ids)
      .execute(),
    db.selectFrom('staff_person').select(['id', 'name']).execute(),
    handedOverStates(db, ids),
    duplicatesOf(db, ids),
  ])
  return rows.map((row) => {
    const ofRow = ({ application_id }: { application_id: string | null }) => application_id === row.application_id
    return describeRow(deps, row, {
      documents: documents.get(row.application_id) ?? { attached: 0, waiting: 0, failed: 0 },
      pdf: pdfs.find(ofRow)?.status ?? null,
      receipt: receipts.find(ofRow),
      assignee: people.find(({ id }) => id === row.assignee_id)?.name ?? null,
      handed_over: given.get(row.application_id) ?? 'none',
      duplicates: duplicates.get(row.application_id) ?? 0,
    })
  })
}

/** What stands in other tables of an application of the queue. */
type Beside = Pick<Listed, 'documents' | 'handed_over' | 'duplicates'> & {
  readonly pdf: keyof typeof pdfStates | null
  readonly receipt: MailState | undefined
  readonly assignee: string | null
}

const pdfStates = { UNPROCESSED: 'waiting', IN_PROGRESS: 'waiting', COMPLETED: 'ready', FAILED: 'failed' } as const

/** A row of the queue in words, with what was read beside it. */
export function describeRow(
  deps: Pick<StaffDeps, 'form'>,
  row: ListedRow,
  { pdf, receipt, assignee, ...beside }: Beside,
): Listed {
  return {
    id: row.application_id,
    reference: row.reference,
    name: row.name,
    birth_date: row.birth_date,
    email: row.email ?? '',
    term: optionLabel(deps, 'term', row),
    major: optionLabel(deps, 'major', row),
    kind: kindLabel(deps, row.kind),
    status: row.status,
    started_at: row.started_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    pdf: pdf ? pdfStates[pdf] : 'none',
    receipt: receipt ? mailState(receipt) : 'none',
    work: {
      state: row.work,
      since: row.work_since?.toISOString() ?? null,
      until: row.work_until?.toISOString() ?? null,
      came: row.came,
    },
    handling: {
      state: row.state ?? 'new',
      assignee: row.assignee_id === null || assignee === null ? null : { id: row.assignee_id, name: assignee },
      version: row.version ?? 0,
    },
    ...beside,
  }
}

type MailState = { readonly sent_at: Date | null; readonly refused_at: Date | null }

export const mailState = ({ sent_at, refused_at }: MailState) => (refused_at ? 'refused' : sent_at ? 'sent' : 'waiting')

const codedKeys = { term: 'entry_term', major: 'applied_major', kind: 'degree_nondegree' } as const

type Labeled<Column extends string> = Readonly<Record<Column | `${Column}_label`, string>>

/** What a chosen term or major is called: by the list of today, or else as it was called when it was chosen. */
export const optionLabel = <Column extends 'term' | 'major'>(
  { form }: Pick<StaffDeps, 'form'>,
  column: Column,
  row: Labeled<Column>,
): string => currentLabel(form, codedKeys[column], row[column]) ?? (row[`${column}_label`] || row[column])

/** Staff read a kind without its question, so these answers are not shown in the applicant's words. */
const kindLabels: Readonly<Record<string, string>> = { DS: 'Degree', ND: 'No degree' }

const kindLabel = ({ form }: Pick<StaffDeps, 'form'>, value: string): string =>
  kindLabels[value] ?? currentLabel(form, codedKeys.kind, value) ?? value

/** The values and labels of what the queue is filtered by: those of today's lists, and others that applications have. */
export async function codeLists(deps: StaffDeps) {
  const { form, institution, now, database } = deps
  const listOf = (key: string) => {
    const question = questionsByKey(form).get(key)
    if (question?.kind !== 'choice') throw new Error(`The queue shows ${key}, which is no choice of the form.`)
    // What the office no longer offers is still what applications have.
    const listed = [...optionsOf(question, todayAt(institution.time_zone, now())), ...(question.retired ?? [])]
    return listed.filter(([value]) => value !== '')
  }
  const allOf = async (column: 'term' | 'major') => {
    const offered = listOf(codedKeys[column])
    const isOffered = new Set(offered.map(([value]) => value))
    return [...offered, ...(await chosenValues(database.db, column)).filter(([value]) => !isOffered.has(value))]
  }
  const kinds = listOf(codedKeys.kind).map(([value]) => [value, kindLabel(deps, value)] as const)
  return { term: await allOf('term'), major: await allOf('major'), kind: kinds }
}

/** Each value that an application has from a list, with its label: one look into the index for each. */
async function chosenValues(db: Kysely<Tables>, column: 'term' | 'major') {
  const [value, label] = [sql.ref(column), sql.ref(`${column}_label`)]
  const after = (last: RawBuilder<unknown>) => sql`(
    select ${value} as value, ${label} as label from application_index
    where ${value} > ${last} and ${label} <> '' order by ${value}, ${label} limit 1)`
  const { rows } = await sql<{ value: string; label: string }>`
    with recursive chosen as (
      ${after(sql`''`)} union all
      select next.value, next.label from chosen cross join lateral ${after(sql`chosen.value`)} as next
    ) select value, label from chosen`.execute(db)
  return rows.map((row) => [row.value, row.label] as const)
}

async function documentsOf(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('document')
    .select('application_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '=', 'COMPLETED').as('attached'),
      fn.countAll<number>().filterWhere('status', 'in', ['UNPROCESSED', 'IN_PROGRESS']).as('waiting'),
      fn.countAll<number>().filterWhere('status', '=', 'FAILED').as('failed'),
    ])
    .where('application_id', 'in', ids)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']) // as the index of them says
    .groupBy('application_id')
    .execute()
  return new Map(rows.map(({ application_id, ...counts }) => [application_id, counts]))
}

/** How far each application is with those who are given the data: the least of what they answered. */
async function handedOverStates(db: Kysely<Tables>, ids: readonly string[]) {
  const given = await db
    .selectFrom(handedOver(db, ids).as('given'))
    .select(['application_id', 'target'])
    .distinct()
    .execute()
  const answers = await db
    .selectFrom('acknowledgement')
    .distinctOn(['application_id', 'target'])
    .select(['application_id', 'target', 'result'])
    .where('application_id', 'in', ids)
    .orderBy('application_id')
    .orderBy('target')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    ids.flatMap((id) => {
      const states = given
        .filter(({ application_id }) => application_id === id)
        .map(
          ({ target }) =>
            answers.find((each) => each.application_id === id && each.target === target)?.result ?? 'delivered',
        )
      return states.length > 0 ? [[id, leastOf(states)] as const] : []
    }),
  )
}

/** The least of what those who were given an application answered. */
export const leastOf = (states: readonly Listed['handed_over'][]): Listed['handed_over'] =>
  (['rejected', 'suspended', 'delivered', 'accepted'] as const).find((state) => states.includes(state)) ?? 'none'

/** How many others each application may be a duplicate of: the same number, or the same name and birth date. */
async function duplicatesOf(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await duplicatePairs(db, ids).execute()
  return Map.groupBy(rows, ({ of }) => of)
    .entries()
    .reduce((counts, [id, others]) => counts.set(id, others.length), new Map<string, number>())
}

/** The pairs of applications that may be one person's: of one account they are that for certain, and no pair. */
export const duplicatePairs = (db: Kysely<Tables>, ids: readonly string[]) => {
  const owner = (of: 'one' | 'other') =>
    sql`(select ${ownerAccount} from application where id = ${sql.ref(`${of}.application_id`)})`
  const pairs = db.selectFrom('application_index as one').where('one.application_id', 'in', ids)
  const found = [
    'one.application_id as of',
    'other.application_id',
    'other.name',
    'other.reference',
    'other.status',
  ] as const
  // Compared by id first, so that accounts are read only where there is another application.
  const isOther = sql<SqlBool>`one.application_id <> other.application_id and ${owner('one')} <> ${owner('other')}`
  return pairs
    .innerJoin('application_index as other', (join) => join.onRef('other.ssn_hash', '=', 'one.ssn_hash').on(isOther))
    .select(found)
    .union(
      pairs
        .innerJoin('application_index as other', (join) =>
          join
            .onRef('other.sort_name', '=', 'one.sort_name')
            .onRef('other.birth_date', '=', 'one.birth_date')
            .on(isOther),
        )
        .where('one.birth_date', '!=', '')
        .where('one.sort_name', '!=', ', ')
        .select(found),
    )
}

/** The rows of the index, joined with what the queue shows beside them. */
export const queueRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('application_index')
    .innerJoin('application', 'application.id', 'application_index.application_id')
    .leftJoin('user', (join) => join.on('user.id', '=', ownerAccount))
    .leftJoin('handling', 'handling.application_id', 'application_index.application_id')
