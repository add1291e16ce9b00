import { z } from 'zod'

const moment = z.iso.datetime()
/** An uploaded file and the question it answers. */
const document = z.object({ question: z.string(), file_name: z.string() })
const mail = <const Kind extends string, Values extends z.ZodRawShape>(kind: Kind, values: Values) =>
  z.object({
    kind: z.literal(kind),
    // One address and nothing else: no second one, no header, no display name.
    to: z.string().regex(/^[^\s\p{Cc},;:<>()"@]+@[^\s\p{Cc},;:<>()"@]+$/u),
    values: z.object(values),
  })

/** Every mail the product sends: its kind, the one address it goes to, and what its wording needs. */
export const mailMessageSchema = z.discriminatedUnion('kind', [
  mail('confirm_code', { code: z.string(), valid_until: moment }),
  /** The codes of several sign-ups with one address, to whoever does not ask from the browser of one of them. */
  mail('confirm_codes', { codes: z.array(z.object({ code: z.string(), signed_up_at: moment })), valid_until: moment }),
  /** What a browser that is not known must enter beside the password, after very many wrong ones. */
  mail('login_code', { code: z.string(), valid_until: moment }),
  mail('reset_link', { link: z.url(), valid_until: moment }),
  /** To the owner of an account whose address somebody signed up with again, or wanted a code for. */
  mail('account_exists', {}),
  /** To an address without an account for which somebody asked for a new password or a code. */
  mail('no_account', {}),
  /** To the owner, whose password was changed. */
  mail('password_changed', {}),
  mail('receipt', { reference: z.string(), submitted_at: moment, documents: z.array(document) }),
])

export type AttachedDocument = z.infer<typeof document>

/** A mail to be sent; moments are ISO texts in UTC. */
export type MailMessage = z.infer<typeof mailMessageSchema>
