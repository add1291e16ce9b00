import { z } from 'zod'
import { factSchema } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'

const dateTime = z.iso.datetime()

/** An uploaded file, the question it answers in English, and the school it is of. */
const document = z.object({ question: z.string(), school: z.string().optional(), file_name: z.string() })

/** The application that a mail is about. All of it may be missing in a mail that an earlier release enqueued. */
const about = z
  .object({
    id: z.string(),
    /** Its term in words; empty before it is chosen. */
    term: z.string(),
    /** The key of the document that the mail asks for. */
    request: z.string(),
    /** What it has and lacks. */
    checklist: z.array(factSchema).readonly(),
    /** Where one press stops reminders about it; every reminder has it, and no other mail. */
    stop_link: z.url(),
  })
  .partial()

const mail = <const Kind extends string, Values extends z.ZodRawShape>(kind: Kind, values: Values) =>
  z.object({
    kind: z.literal(kind),
    // Exactly one address: no second one, no header, no display name.
    to: z.string().regex(/^[^\s\p{Cc},;:<>()"@]+@[^\s\p{Cc},;:<>()"@]+$/u),
    values: z.object(values),
    about: about.optional(),
  })

/** Every mail that the product sends: its kind, its one recipient, and the values its wording needs. */
export const mailMessageSchema = z.discriminatedUnion('kind', [
  mail('confirm_code', { code: z.string(), valid_until: dateTime }),
  /** The codes of several sign-ups with one address, requested from a browser that made none of them. */
  mail('confirm_codes', {
    codes: z.array(z.object({ code: z.string(), signed_up_at: dateTime })),
    valid_until: dateTime,
  }),
  /** What an unknown browser must enter with the password, after very many wrong ones. */
  mail('login_code', { code: z.string(), valid_until: dateTime }),
  mail('reset_link', { link: z.url(), valid_until: dateTime }),
  /** To the owner of an account whose address somebody signed up with again, or requested a code for. */
  mail('account_exists', {}),
  /** To an address without an account for which somebody requested a new password or a code. */
  mail('no_account', {}),
  /** To the owner of an account whose password was changed. */
  mail('password_changed', {}),
  /** To the address to which an account changes, to prove that it is its owner's. */
  mail('email_code', { code: z.string(), valid_until: dateTime }),
  /** To the owner of an account to whose address another account wants to change. */
  mail('email_taken', {}),
  /** To the address of an account, when it is about to change, and to the earlier address, once it has changed. */
  mail('email_change_asked', { new_address: z.string() }),
  mail('email_changed', { new_address: z.string() }),
  /** To the new address, once it is that of the account. */
  mail('email_confirmed', {}),
  /** To somebody who deleted their application and account. */
  mail('account_deleted', {}),
  /** To somebody who has not opened a draft for some days. */
  mail('draft_rests', {}),
  /** To somebody whose draft will be deleted because nobody has opened it for long. */
  mail('draft_ends', { deleted_on: dateTime }),
  /** To somebody whose submitted application staff opened for changes. */
  mail('reopened', { reason: z.string(), open_until: dateTime }),
  /** To somebody whom staff ask for a document. */
  mail('document_requested', { title: z.string(), reason: z.string(), open_until: dateTime }),
  /** To somebody who withdrew a submitted application. */
  mail('withdrawn', { reference: z.string() }),
  /** To somebody whose entry term closes within two days. */
  mail('term_closes', { term: z.string(), closes_at: dateTime }),
  /** To `staff.alerts_to`, when somebody asks for a token that reads numbers or demographic answers. */
  mail('token_asked', {
    name: z.string(),
    rights: z.string(),
    networks: z.string(),
    purpose: z.string(),
    by: z.string(),
  }),
  mail('receipt', {
    reference: z.string(),
    submitted_at: dateTime,
    /** How often the application has been signed, if more than once. */
    version: z.string().optional(),
    documents: z.array(document),
  }),
])

export type AboutApplication = z.infer<typeof about>

export type AttachedDocument = z.infer<typeof document>

/** A mail to be sent; times are ISO strings in UTC. */
export type MailMessage = z.infer<typeof mailMessageSchema>

/** A document as a receipt lists it. */
export const documentInWords = ({ question, school, file_name }: AttachedDocument): string =>
  onOneLine(
    say('{question}: {file}', { question: [say(question), school].filter(Boolean).join(', '), file: file_name }),
  )

/** Keeps a name from an applicant or a configuration from starting a new line. */
export const onOneLine = (words: string): string => words.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
