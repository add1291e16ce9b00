import { grades, leaves, mayStaff, type Reply, type StaffRole, staffRoles } from '../../../api/index.ts'
import { type Care, careOf, everyItem, type Form, locale, say, toSay } from '../../../engine/index.ts'
import { applicationOf } from '../../applying/applications/index.ts'
import { type Recipient, recipientsNow } from '../../handing-over/deliveries/index.ts'
import { formToRead } from '../../running/institution/index.ts'
import { readersOf } from './disclosures.ts'
import type { ErasureDeps } from './erasure-deps.ts'

type WhoReads = Reply<'whoReads'>
type Part = WhoReads['parts'][number]

/** The most readings that are shown; Your data has all. */
const SHOWN = 50

/**
 * Which roles and systems may read what of an application as it is now, and who did: made of the table of ways out, the
 * rights of roles, what is set up, and the record.
 */
export async function whoReads(deps: ErasureDeps, { owner }: { readonly owner: string }): Promise<WhoReads> {
  const { database, institution, webhooks, now } = deps
  const form = formToRead(deps)
  const { id } = await applicationOf(deps, database.db, owner)
  const signed = await database.db
    .selectFrom('submission')
    .select('version')
    .where('application_id', '=', id)
    .executeTakeFirst()
  const isSubmitted = signed !== undefined
  const [recipients, readers] = await Promise.all([
    recipientsNow({ database, settings: webhooks.settings, institution, now }),
    readersOf(database.db, institution, id),
  ])
  const given = isSubmitted ? recipients : []
  const mayOpen = roles.filter((role) => mayStaff(role, 'read') && (isSubmitted || mayStaff(role, 'drafts')))
  return {
    is_submitted: isSubmitted,
    parts: [
      ...careful.map((grade) => partOf(form, grade, mayOpen, given)),
      {
        title: say('Documents'),
        sections: [],
        staff: isSubmitted ? mayOpen.filter((role) => mayStaff(role, 'sensitive')).map(inWords) : [],
        systems: given.filter(({ hasDocuments }) => hasDocuments).map(({ name }) => name),
        note: '',
      },
    ],
    told: given.filter(({ gets }) => careful.every((grade) => gets(grade) === 'no')).map(({ name }) => name),
    readers: readers.toReversed().slice(0, SHOWN),
    earlier: Math.max(0, readers.length - SHOWN),
  }
}

const roles = Object.keys(staffRoles) as StaffRole[]
const inWords = (role: StaffRole) => say(manyByRole[role])
const manyByRole: Readonly<Record<StaffRole, string>> = {
  viewer: toSay('viewers'),
  processor: toSay('processors'),
  data_steward: toSay('data stewards'),
  form_editor: toSay('form editors'),
  registrar: toSay('registrars'),
  administrator: toSay('administrators'),
}
/** The most careful grades first. */
const careful = ['secret', 'conduct', 'demographics', 'sensitive', 'none'] as const satisfies readonly Care[]

function partOf(form: Form, grade: Care, mayOpen: readonly StaffRole[], recipients: readonly Recipient[]): Part {
  const readsAs = (role: StaffRole) => leaves('service_view', grade, staffRoles[role])
  const inFull = mayOpen.filter((role) => leaves('number', grade, staffRoles[role]) === 'yes').map(inWords)
  return {
    title: say(grades[grade]),
    sections: sectionsOf(form, grade),
    staff: mayOpen.filter((role) => readsAs(role) !== 'no').map(inWords),
    systems: recipients.filter(({ gets }) => gets(grade) !== 'no').map(({ name }) => name),
    note: grade === 'secret' ? noteOnNumber(inFull) : '',
  }
}

function noteOnNumber(inFull: readonly string[]): string {
  if (inFull.length === 0) return say('Staff see its last four digits.')
  return say(
    'Staff see its last four digits. Once you have submitted, {staff} can see all of it one time, if they write down why.',
    { staff: new Intl.ListFormat(locale()).format(inFull) },
  )
}

/** The titles of the sections that ask for answers of this grade. */
const sectionsOf = (form: Form, grade: Care): readonly string[] =>
  everyItem(form).flatMap((item) =>
    item.kind === 'section' && item.keys.some((key) => careOf(form, key) === grade) ? [item.title] : [],
  )
