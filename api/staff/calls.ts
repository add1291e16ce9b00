import { z } from 'zod'
import { MOST_FACETS } from '../../engine/index.ts'
import { heldData } from '../account-calls.ts'
import { webStatuses } from '../paths.ts'
import { typedCode, typedEmail, typedLine, typedParagraph } from '../typed-text.ts'
import { faceCalls } from './face-calls.ts'
import { formCalls } from './form-calls.ts'
import { handOverCalls } from './hand-over-calls.ts'
import { staffPaths } from './paths.ts'
import { type StaffRole, staffRoles } from './rights.ts'
import { workListNames, workStates } from './work-lists.ts'

const id = z.uuid()
const time = z.iso.datetime()
/** A day of this age: a database knows no year 0, and nothing here is older than a person. */
const day = z.iso.date().regex(/^(19|2\d)/)
const role = z.enum(Object.keys(staffRoles) as [StaffRole, ...StaffRole[]])
const person = z.object({ id: z.int(), name: z.string() })
const option = z.tuple([z.string(), z.string()]).readonly()
const done = z.object({ message: z.string() })

/** How far an applicant has come, and that a submitted application was withdrawn. */
const status = z.enum([...webStatuses, 'withdrawn'])
const handlingState = z.enum(['new', 'in_hand', 'handled'])
/** How far an application is with one that is given the data; `none` before a delivery has it. */
const handedOverState = z.enum(['none', 'delivered', 'accepted', 'suspended', 'rejected'])

/** What is searched for. Every field that is given must match. */
const search = z.strictObject({
  /** Words of the name, in any order; each may be only its beginning. */
  name: typedLine(200).optional(),
  email: typedEmail(200).optional(),
  phone: typedCode(50).optional(),
  birth_date: day.optional(),
  reference: typedCode(20).optional(),
  /** The last four digits of the Social Security number; only together with a name or a birth date. */
  ssn_end: typedCode(4)
    .regex(/^\d{4}$/)
    .optional(),
})

const filter = z.strictObject({
  status: status.optional(),
  term: z.string().max(100).optional(),
  major: z.string().max(100).optional(),
  kind: z.string().max(100).optional(),
  /** How it stands with the office. What is open is neither handled nor withdrawn, what is overdue waits in vain. */
  work: z.enum([...workStates, 'open', 'overdue']).optional(),
  /** The id of a member of staff; 0 for nobody. */
  assignee: z.union([z.int().min(0), z.literal('me')]).optional(),
  /** What no system has been given, and what one has rejected or holds back. */
  handed_over: z.enum(['none', 'held_back']).optional(),
  /** What may be of one person twice, and drafts that nobody has touched for a week. */
  also: z.enum(['duplicates', 'stopped']).optional(),
  /** Answers to questions of the office's own, by their keys: a value of a choice, the key of a checkbox, or yes or no. */
  facets: z
    .record(z.string().regex(/^own_\w{1,100}$/), typedCode(200))
    .refine((all) => Object.keys(all).length <= MOST_FACETS)
    .optional(),
})

/** One row of the queue. */
const listed = z.object({
  id,
  reference: z.string().nullable(),
  name: z.string(),
  birth_date: z.string(),
  email: z.string(),
  term: z.string(),
  major: z.string(),
  kind: z.string(),
  status,
  started_at: time,
  saved_at: time,
  submitted_at: time.nullable(),
  documents: z.object({ attached: z.int(), waiting: z.int(), failed: z.int() }),
  pdf: z.enum(['none', 'waiting', 'ready', 'failed']),
  receipt: z.enum(['none', 'waiting', 'sent', 'refused']),
  /** How it stands with the office and since when; until when its applicant may answer, and what has come. */
  work: z.object({
    state: z.enum(workStates),
    since: time.nullable(),
    until: time.nullable(),
    came: z.enum(['document', 'correction']).nullable(),
  }),
  handling: z.object({ state: handlingState, assignee: person.nullable(), version: z.int() }),
  handed_over: handedOverState,
  /** How many other applications have the same Social Security number, or the same name and birth date. */
  duplicates: z.int(),
})

/** Which rows of the record are wanted. Every field that is given must match. */
export const recordFilter = z.strictObject({
  actor: typedLine(200).optional(),
  action: typedLine(100).optional(),
  /** A reference number, or the id of an application, a token or a person. */
  subject: typedLine(100).optional(),
  from: day.optional(),
  to: day.optional(),
})

const note = z.object({ by: z.string(), at: time, text: z.string() })

const because = z.strictObject({ reason: typedLine(500).min(1) })
/** What the applicant is told, and until the end of which day something is open. */
const dated = z.strictObject({ reason: typedParagraph(1000).min(1), until: day })
/** What somebody asked for, and why. */
const wish = z.object({ by: z.string(), at: time, reason: z.string() })
const about = z.object({ id, reference: z.string().nullable(), name: z.string() })

/** Every call of the staff desk: what it takes and replies, and who may make it. */
export const staffCalls = {
  staffSession: {
    ...staffPaths.staffSession,
    reply: z.object({
      person,
      role,
      signed_in_at: time,
      /** When it ends without any activity, and at the latest. */
      idle_until: time,
      ends_at: time,
      /** Value and label of what the queue can be filtered by. */
      terms: z.array(option).readonly(),
      majors: z.array(option).readonly(),
      kinds: z.array(option).readonly(),
      /** Questions of the office's own by which the list can be filtered. */
      facets: z
        .array(
          z.object({
            key: z.string(),
            label: z.string(),
            kind: z.enum(['choice', 'checkboxes', 'checkbox']),
            options: z.array(option).readonly(),
          }),
        )
        .readonly(),
    }),
  },
  useStaffLink: { ...staffPaths.useStaffLink, body: z.strictObject({ token: z.string().max(100) }), reply: done },
  /** `next` is where the browser goes to sign out at the provider too. */
  signOutStaff: { ...staffPaths.signOutStaff, reply: z.object({ next: z.string().nullable() }) },
  findApplications: {
    ...staffPaths.findApplications,
    body: z.strictObject({
      search: search.default({}),
      filter: filter.default({}),
      sort: z.enum(['submitted', 'started', 'name']).default('submitted'),
      order: z.enum(['up', 'down']).default('down'),
      /** The `next` of the page before. */
      after: z.string().max(500).optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    reply: z.object({
      applications: z.array(listed).readonly(),
      /** Where the next page goes on; null for the last one. */
      next: z.string().nullable(),
      /** How many match, up to this many. */
      matching: z.int(),
      counted_up_to: z.int(),
      /** Whether applications are missing because a question has become a filter and the index is not done with it. */
      is_indexing: z.boolean(),
    }),
  },
  /** How many applications each list of work has, up to a number. */
  countWork: {
    ...staffPaths.countWork,
    reply: z.object({
      lists: z.array(z.object({ name: z.enum(workListNames), count: z.int() })),
      counted_up_to: z.int(),
    }),
  },
  readApplication: {
    ...staffPaths.readApplication,
    params: z.strictObject({ id }),
    reply: listed.extend({
      /** What happened, oldest first. */
      history: z.array(z.object({ at: time, what: z.string() })).readonly(),
      mails: z
        .array(z.object({ kind: z.string(), at: time, state: z.enum(['waiting', 'sent', 'refused']) }))
        .readonly(),
      files: z
        .array(
          z.object({
            question: z.string(),
            name: z.string(),
            state: z.string(),
            scan: z.string().nullable(),
            /** What its digital signatures were worth when it came, in words; empty without one. */
            signature: z.string(),
            /** The document whose original is kept, for whoever may download that. */
            original: z.uuid().nullable(),
          }),
        )
        .readonly(),
      notes: z.array(note).readonly(),
      /** The language in which it was read and signed, if that was not English. */
      answered_in: z.string().nullable(),
      /** How often it has been signed, and the versions that were replaced. */
      version: z.int(),
      earlier_versions: z.array(z.object({ version: z.int(), submitted_at: time })).readonly(),
      /** Who opened it for changes, and until when. */
      reopening: wish.extend({ until: time }).nullable(),
      requests: z
        .array(
          wish.extend({
            id: z.int(),
            title: z.string(),
            until: time,
            state: z.enum(['waiting', 'answered', 'ended']),
          }),
        )
        .readonly(),
      withdrawal: z.object({ at: time, reason: z.string() }).nullable(),
      /** Other applications of the same account. */
      others: z.array(z.object({ id, term: z.string(), reference: z.string().nullable(), status })).readonly(),
      /** Who asks that it be erased. */
      erasure: wish.nullable(),
      hold: wish.nullable(),
      duplicates_of: z.array(about.extend({ status })).readonly(),
      /** What each target was given and answered, newest first. */
      deliveries: z
        .array(z.object({ target: z.string(), at: time, state: handedOverState, reason: z.string() }))
        .readonly(),
    }),
  },
  openApplication: {
    ...staffPaths.openApplication,
    params: z.strictObject({ id }),
    reply: z.object({ url: z.string() }),
  },
  addNote: {
    ...staffPaths.addNote,
    params: z.strictObject({ id }),
    body: z.strictObject({ text: typedParagraph(10_000).min(1) }),
    reply: note,
  },
  /** Everything held about the applicant, as their own Your data has it, for a written request. */
  makeHeldData: {
    ...staffPaths.makeHeldData,
    params: z.strictObject({ id }),
    body: because,
    reply: heldData,
  },
  revealSsn: {
    ...staffPaths.revealSsn,
    params: z.strictObject({ id }),
    body: because,
    /** Empty if none was given. */
    reply: z.object({ ssn: z.string() }),
  },
  /** All or nothing: an application that somebody else changed meanwhile (another version) is a conflict. */
  changeHandling: {
    ...staffPaths.changeHandling,
    body: z.strictObject({
      applications: z
        .array(z.strictObject({ id, version: z.int32() }))
        .min(1)
        .max(100)
        .readonly(),
      state: handlingState.optional(),
      /** null for nobody. */
      assignee: z.int().nullable().optional(),
    }),
    reply: done,
  },
  /** Mails a link for a new password to the applicant, or ends the applicant's sessions. */
  helpWithAccount: {
    ...staffPaths.helpWithAccount,
    params: z.strictObject({ id }),
    body: z.strictObject({ what: z.enum(['password_link', 'end_sessions']) }),
    reply: done,
  },
  /** Until the end of a day at the institution. */
  reopenApplication: { ...staffPaths.reopenApplication, params: z.strictObject({ id }), body: dated, reply: done },
  closeApplication: { ...staffPaths.closeApplication, params: z.strictObject({ id }), reply: done },
  requestDocument: {
    ...staffPaths.requestDocument,
    params: z.strictObject({ id }),
    body: dated.extend({ title: typedLine(200).min(1) }),
    reply: done,
  },
  takeBackRequest: {
    ...staffPaths.takeBackRequest,
    params: z.strictObject({ id }),
    body: z.strictObject({ request: z.int().min(1) }),
    reply: done,
  },
  askErasure: { ...staffPaths.askErasure, params: z.strictObject({ id }), body: because, reply: done },
  cancelErasure: { ...staffPaths.cancelErasure, params: z.strictObject({ id }), reply: done },
  /** Only another person than the one who asked, and right after a sign-in. */
  confirmErasure: { ...staffPaths.confirmErasure, params: z.strictObject({ id }), reply: done },
  holdApplication: { ...staffPaths.holdApplication, params: z.strictObject({ id }), body: because, reply: done },
  liftHold: { ...staffPaths.liftHold, params: z.strictObject({ id }), reply: done },
  listErasures: {
    ...staffPaths.listErasures,
    reply: z.object({
      requests: z.array(about.extend(wish.shape)).readonly(),
      holds: z.array(about.extend(wish.shape)).readonly(),
      /** The newest 100: what stays of an application. */
      erased: z
        .array(z.object({ id, reference: z.string().nullable(), cause: z.string(), at: time, by: z.string() }))
        .readonly(),
      /** What the retention would do now, in sentences; none without a retention. */
      due: z.array(z.string()).readonly(),
    }),
  },
  /** What is certified about an erasure. */
  readErasure: {
    ...staffPaths.readErasure,
    params: z.strictObject({ id }),
    reply: z.object({
      application_id: id,
      reference: z.string().nullable(),
      cause: z.enum(['applicant', 'staff', 'retention', 'list']),
      asked: z.object({ by: z.string(), at: time.nullable() }).nullable(),
      confirmed_by: z.string().nullable(),
      erased_at: time,
      files_erased_at: time.nullable(),
      /** How much there was, by what it was. */
      removed: z.record(z.string(), z.number()),
      /** Who had received it, and what they answered since the erasure. */
      received: z
        .array(
          z.object({
            target: z.string(),
            at: time,
            version: z.number(),
            answer: z.object({ result: z.string(), at: time }).nullable(),
          }),
        )
        .readonly(),
      database: z.enum(['embedded', 'postgres']),
      /** The search of the embedded database's files; without `files` it could not be made. */
      search: z
        .object({
          at: time,
          marks: z.number(),
          files: z.number().nullable(),
          bytes: z.number().nullable(),
          found: z.array(z.string()).readonly(),
        })
        .nullable(),
    }),
  },
  /** Receipts that this database does not have, because it was restored from a backup, and nobody has settled. */
  listLostReceipts: {
    ...staffPaths.listLostReceipts,
    reply: z.object({
      receipts: z
        .array(
          z.object({
            id,
            version: z.number(),
            reference: z.string(),
            submitted_at: time,
            name: z.string(),
            email: z.string(),
            term: z.string(),
            /** What the same person has signed since. */
            again: z.object({ id, reference: z.string() }).nullable(),
          }),
        )
        .readonly(),
    }),
  },
  settleLostReceipt: {
    ...staffPaths.settleLostReceipt,
    body: z.strictObject({ id, version: z.int().min(1) }),
    reply: done,
  },
  listStaff: {
    ...staffPaths.listStaff,
    reply: z.object({
      people: z
        .array(
          person.extend({
            role,
            last_seen_at: time,
            has_ended: z.boolean(),
            /** The tokens that end with their access. */
            tokens: z.array(z.string()).readonly(),
          }),
        )
        .readonly(),
    }),
  },
  endStaff: { ...staffPaths.endStaff, params: z.strictObject({ id: z.coerce.number().int() }), reply: done },
  listViews: {
    ...staffPaths.listViews,
    reply: z.object({
      views: z
        .array(
          z.object({
            id: z.int(),
            name: z.string(),
            search: z.string(),
            is_shared: z.boolean(),
            /** Who shares it; null for one's own. */
            by: z.string().nullable(),
          }),
        )
        .readonly(),
    }),
  },
  saveView: {
    ...staffPaths.saveView,
    body: z.strictObject({
      name: typedLine(60).min(1),
      search: z.string().max(500),
      /** Whether everybody at the desk sees it. */
      is_shared: z.boolean().default(false),
    }),
    reply: z.object({ id: z.int() }),
  },
  removeView: { ...staffPaths.removeView, params: z.strictObject({ id: z.coerce.number().int() }), reply: done },
  readStatistics: {
    ...staffPaths.readStatistics,
    reply: z.object({
      /** How many there are now. One that was withdrawn counts as that alone, here and below. */
      now: z.array(z.object({ what: z.string(), count: z.int() })).readonly(),
      submitted_by_day: z.array(z.object({ day: z.iso.date(), count: z.int() })).readonly(),
      submitted_by_term: z.array(z.object({ label: z.string(), count: z.int() })).readonly(),
      withdrawn_by_term: z.array(z.object({ label: z.string(), count: z.int() })).readonly(),
      submitted_by_major: z.array(z.object({ label: z.string(), count: z.int() })).readonly(),
    }),
  },
  readRecord: {
    ...staffPaths.readRecord,
    body: z.strictObject({
      ...recordFilter.shape,
      before: z.int().optional(),
      limit: z.int().min(1).max(1000).default(100),
    }),
    reply: z.object({
      rows: z
        .array(
          z.object({
            id: z.int(),
            at: time,
            actor: z.string(),
            action: z.string(),
            subject: z.string(),
            reference: z.string(), // of the application that the row is about, else empty
            detail: z.record(z.string(), z.unknown()),
          }),
        )
        .readonly(),
      next: z.int().nullable(),
    }),
  },
  ...formCalls,
  ...faceCalls,
  ...handOverCalls,
} as const satisfies Readonly<Record<keyof typeof staffPaths, StaffCall>>

type StaffCall = { readonly params?: z.ZodType; readonly body?: z.ZodType; readonly reply: z.ZodType }
type Calls = typeof staffCalls
type Part<Name extends keyof Calls, Key extends string> = Calls[Name] extends {
  readonly [Each in Key]: infer Schema extends z.ZodType
}
  ? Schema
  : undefined
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The parameters of a call's path, and its payload as the handler gets it. */
export type StaffParams<Name extends keyof Calls> = Output<Part<Name, 'params'>>
export type StaffBody<Name extends keyof Calls> = Output<Part<Name, 'body'>>
/** The payload as the sender writes it. */
export type StaffPayload<Name extends keyof Calls> = Input<Part<Name, 'body'>>
export type StaffReply<Name extends keyof Calls> = z.output<Calls[Name]['reply']>
