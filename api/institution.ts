import { z } from 'zod'
import { MOST_MEGABYTES } from './file-problem.ts'
import { type StaffRole, staffRoles } from './staff/rights.ts'
import { structure } from './structure.ts'

// What the office reads of an entry that it has emptied; zod says what it expected and received.
const missing = ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is missing' : undefined)
const text = z.string({ error: missing }).min(1, 'is empty')
const link = z.url({
  protocol: /^https?$/,
  error: (issue) => missing(issue) ?? 'is an address that begins with https://',
})
const option = z.tuple([z.string(), text])
const day = z.iso.date('is a day such as 2026-11-15')

/** The settings that every page sends to the browser, where anyone can read them. */
const publicPart = z.strictObject({
  partner_name: text,
  partner_short_name: text,
  application_title: text,
  document_title: text,
  office: text,
  address: z.strictObject({ line_1: text, city: text, state: text, zip: text }),
  phone: text,
  phone_toll_free: text.optional(),
  fax: text.optional(),
  help_email: z.email({ error: (issue) => missing(issue) ?? 'is an email address such as admissions@example.edu' }),
  /** Other domains in which the institution has addresses, for mistakes in the addresses of applicants. */
  email_domains: z.array(z.hostname()).optional(),
  links: z.strictObject({
    international: link,
    registration: link,
    aid: link,
    fafsa: link,
    freshman: link,
    transfer: link,
    disability_services: link,
    campus_tour: link,
    fees: link.optional(),
    fee_waiver: link.optional(),
  }),
  /** Links of the institution's own, in its order; an ID stays when a title changes. */
  more_links: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z\d-]{1,40}$/, 'is small letters, digits and hyphens'),
        title: text,
        address: z.url({ protocol: /^https$/, error: 'is an address that begins with https://' }),
      }),
    )
    .max(50)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'has two links with one id')
    .optional(),
  /** When the office answers the phone and the door is open, such as “Monday to Friday, 8 a.m. to 5 p.m.”. */
  office_hours: text.optional(),
  /** How long what applicants give is kept, in whole sentences, for Privacy. */
  retention_notice: text.optional(),
  file_megabytes: z.number().int().min(1).max(MOST_MEGABYTES).optional(), // for one document; 1 if it is not set
  character_limit: z.number().int().min(1).max(10_000), // a stored answer holds at most 10,000 characters
  time_zone: z.string().refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false // an unknown zone throws; the error names the setting
    }
  }, 'time_zone is a zone such as America/Denver'),
  route_after_failed_submit: text.nullable(), // a page's path; compared with the form at startup, like pdf_pages
  /** Until when to apply, in whole sentences: they may differ between terms. */
  deadline: text.optional(),
  /** How long a decision usually takes, such as 'four to six weeks'. */
  decision_time: text.optional(),
  alert: z
    .strictObject({ text, start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) })
    .refine(({ start, end }) => Date.parse(start) < Date.parse(end), 'alert ends after its start')
    .nullable(),
  vendor: text,
  /** The institution's own words, by the key of a question or the ID of a section of the form. */
  wording: z
    .record(text, z.strictObject({ label: text, help: text, message: text, title: text, note: text }).partial())
    .optional(),
  /** The institution's own sentences, each by the sentence of the form that it replaces, as the page shows it. */
  sentences: z.record(text, text).optional(),
  entry_terms: z.array(option).min(1),
  /** The first and the last day on which an application for a term may be submitted, by the code of the term. */
  term_dates: z.record(text, z.strictObject({ opens: day, closes: day }).partial()).optional(),
  /** Hours after the last day in which an application may be submitted that was being validated before; 24 if not set. */
  grace_hours: z.number().int().min(0).max(720).optional(),
  majors: z.array(option).min(1),
  test_versions: z.strictObject({ TOEFL: z.array(option).min(1), IELTS: z.array(option).min(1) }),
  /**
   * What the institution says otherwise of the lists of the form, by name: other labels and another order, by the codes of
   * options, and which ones it no longer offers, with what each was called last.
   */
  lists: z
    .record(
      text,
      z
        .strictObject({
          labels: z.record(text, text),
          order: z.array(text).min(1),
          retired: z.record(text, text),
        })
        .partial(),
    )
    .optional(),
  /** What the institution asks otherwise than the form that comes with a release. */
  structure: structure.optional(),
})

/** Whether text of this color has the contrast on white that WCAG 2.2 (1.4.3) asks for. */
function isReadableOnWhite(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5
}

const color = z.string().regex(/^#[\da-f]{6}$/i, 'is a color such as #0c3441')
const picture = z
  .string()
  .regex(
    /^([\w-]+\.(svg|png)|[\da-f]{64})$/i,
    'is the name of an SVG or PNG file beside institution.json, or names one that is stored',
  )

const roles = Object.keys(staffRoles) as [StaffRole, ...StaffRole[]]

const atLeast = (least: number, unit: string) =>
  z.number(`is a number of ${unit}`).int(`is a whole number of ${unit}`).min(least, `is at least ${least} ${unit}`)

/** Words of the institution; where something is counted, some for each plural category of the language. */
const ownWords = z.union([text, z.partialRecord(z.enum(['zero', 'one', 'two', 'few', 'many', 'other']), text)])

/** The settings that only the server reads. */
const privatePart = z.strictObject({
  pdf_name: z.string().regex(/^[\w-]+$/, 'pdf_name is a file name without its ending'),
  pdf_pages: z.array(text).min(1),
  /** A file beside institution.json. */
  pdf_mark: z
    .string()
    .regex(/^[\w-]+\.(svg|png)$/i, 'pdf_mark is the name of an SVG or PNG file beside institution.json')
    .optional(),
  pdf_color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'pdf_color is a color such as #0c3441')
    .refine(isReadableOnWhite, 'pdf_color is too light to be read on white: its contrast must be 4.5:1 or more')
    .optional(),
  /** What it looks like: everything is computed from one color and from files beside institution.json. */
  face: z
    .strictObject({ color, logo: picture, logo_dark: picture, icon: picture, picture: z.literal('none').or(picture) })
    .partial()
    .optional(),
  mail: z.strictObject({ from: text, reply_to: z.email() }),
  school_code: text,
  intended_student_type: text,
  custom_email_copy: z.boolean(),
  /** The languages in which the application is offered, such as ['en', 'es'], the first to who has not chosen. */
  languages: z.array(text).min(1).optional(),
  /** The institution's own texts in each other language, by the English ones: names of majors, terms, its sentences. */
  translations: z.record(text, z.record(text, ownWords)).optional(),
  /** The institution's own English for sentences of pages, mails and PDF, each by ours; of what is counted by that for many. */
  program_sentences: z.record(text, ownWords).optional(),
  /** Who leads what an office edits: the desk, once something was published there, or always this file. */
  editions: z.enum(['desk', 'file'], 'editions is desk or file').optional(),
  /** Whether another person must confirm an edition that changes what applicants sign; false for an office of one. */
  second_person: z.boolean().optional(),
  /** What applicants read the systems as that are given applications, by the name of their target, token or webhook. */
  recipients: z.record(text, text).optional(),
  /** Whether an applicant's file of what is held has the notes of staff. */
  release_notes: z.boolean().optional(),
  /** How long what is kept; what is not named is kept for ever. */
  retention: z
    .strictObject({
      /** Days after an unsubmitted application was last opened. */
      draft_days: atLeast(30, 'days'),
      /** Days after an account was confirmed in which no application was ever begun. */
      unused_account_days: atLeast(7, 'days'),
      submitted_years: atLeast(1, 'years'),
      audit_years: atLeast(1, 'years'),
    })
    .partial()
    .optional(),
  /** Days after a draft was last opened until its owner is reminded of it; false for no reminders, of terms neither. */
  reminders: z.union([z.literal(false), z.strictObject({ draft_days: atLeast(2, 'days') })]).optional(),
  /** Who may do what at the staff desk: the role of each value of the claim STAFF_OIDC_ROLE_CLAIM. */
  staff: z
    .strictObject({
      roles: z.record(text, z.enum(roles, `is no role: use ${roles.join(', ')}`)),
      /** Who is mailed about each new token that reads Social Security numbers or demographic answers. */
      alerts_to: z.array(z.email()),
    })
    .partial()
    .optional(),
})

/** The two parts of institution.json: names, addresses, phones, links, limits, dates (requirements 1.institution). */
export const institutionParts = { public: publicPart, private: privatePart }

/** institution.json as the server reads it, with the settings of both parts. */
export const institutionSchema = z
  .strictObject(institutionParts)
  .transform((file) => ({ ...file.public, ...file.private }))

export type Institution = z.output<typeof institutionSchema>
export type PublicInstitution = z.output<typeof publicPart>

const stripped = z.object(publicPart.shape)

/** The settings that may reach the browser. */
export const publicInstitution = (institution: Institution): PublicInstitution => stripped.parse(institution)
