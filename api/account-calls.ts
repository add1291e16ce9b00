import { z } from 'zod'
import { paths } from './paths.ts'

const messageReply = z.object({ message: z.string() })

// Checks only the shape. The account forms define valid addresses and passwords (form/account.ts).
const field = z.string().max(1000)

const time = z.iso.datetime()

/** That somebody read an application. */
const reading = z.object({ at: time, who: z.string(), what: z.string() })

const heldApplication = z.object({
  id: z.string(),
  started_at: time,
  saved_at: time,
  reference: z.string().nullable(),
  submitted_at: time.nullable(),
  /** Question and answer, in the order of the form. */
  answers: z.array(z.object({ key: z.string(), question: z.string(), answer: z.string() })).readonly(),
  documents: z
    .array(
      z.object({
        question: z.string(),
        file_name: z.string(),
        bytes: z.number(),
        added_at: time,
        /** What its digital signatures were worth when it came, as staff read it; empty without one. */
        signature: z.string(),
      }),
    )
    .readonly(),
  /** Every answer that was ever saved, oldest first; answers that the form hides or keeps secret are masked. */
  history: z.array(z.object({ at: time, changed: z.record(z.string(), z.string()) })).readonly(),
  statuses: z.array(z.object({ status: z.string(), at: time })).readonly(),
  /** Every version that was signed, and what was asked for afterwards. */
  versions: z.array(z.object({ version: z.int(), submitted_at: time })).readonly(),
  requests: z.array(z.object({ title: z.string(), reason: z.string(), until: time })).readonly(),
  withdrawn_at: time.nullable(),
  /** Who read it or saw the number, by role or system, the oldest first. */
  readers: z.array(reading).readonly(),
  /** The systems that it was handed over to. */
  recipients: z.array(z.object({ name: z.string(), at: time })).readonly(),
  /** Why it may not be erased. */
  hold: z.object({ since: time, reason: z.string() }).nullable(),
  /** What staff wrote about it; null where the institution does not show that. */
  notes: z
    .array(z.object({ at: time, text: z.string() }))
    .readonly()
    .nullable(),
})

export const heldData = z.object({
  account: z.object({
    email: z.string(),
    created_at: time,
    /** Addresses to which the account changed or was to be changed, of the last weeks. */
    email_changes: z.array(z.object({ email: z.string(), is_confirmed: z.boolean(), asked_at: time })).readonly(),
    /** Where it is signed in, or was not long ago. */
    devices: z.array(z.object({ browser: z.string(), signed_in_at: time })).readonly(),
    signed_in_at: z.array(time).readonly(),
  }),
  application: heldApplication,
  /** Other applications of the same account, the newest first. */
  other_applications: z.array(heldApplication).readonly(),
  mails: z.array(z.object({ kind: z.string(), at: time })).readonly(),
})

/** Account calls, from sign-up to logout (requirements 7). */
export const accountCalls = {
  signup: {
    ...paths.signup,
    access: 'public',
    body: z.object({ username: field, password: field }),
    reply: messageReply,
  },
  confirm: {
    ...paths.confirm,
    access: 'public',
    // The password is needed only in a browser other than the one used to sign up (docs/decisions/0023).
    body: z.object({ username: field, code: field, password: field.optional() }),
    reply: messageReply,
  },
  resendConfirm: { ...paths.resendConfirm, access: 'public', body: z.object({ username: field }), reply: messageReply },
  login: {
    ...paths.login,
    access: 'public',
    // The code is needed only when the previous reply asked for one (`login_code_needed`).
    body: z.object({ username: field, password: field, code: field.optional() }),
    /** `language` is that of the account, if it has one. */
    reply: messageReply.extend({ username: z.string(), language: z.string().nullish() }),
  },
  forgotPassword: {
    ...paths.forgotPassword,
    access: 'public',
    body: z.object({ username: field }),
    reply: messageReply,
  },
  resetPassword: {
    ...paths.resetPassword,
    access: 'public',
    body: z.object({ username: field, password: field, confirm_password: field, id: field }),
    reply: messageReply,
  },
  changePassword: {
    ...paths.changePassword,
    access: 'applicant',
    body: z.object({ current_password: field, password: field, confirm_password: field }),
    reply: messageReply,
  },
  /** Everything that is held of the applicant, in words of ours and theirs; numbers that are secret are masked. */
  heldData: { ...paths.heldData, access: 'applicant', body: null, reply: heldData },
  /** Which roles and systems may read the applicant's answers, and who did. */
  whoReads: {
    ...paths.whoReads,
    access: 'applicant',
    body: null,
    reply: z.object({
      is_submitted: z.boolean(),
      parts: z
        .array(
          z.object({
            title: z.string(),
            /** The sections of the form that ask for it. */
            sections: z.array(z.string()).readonly(),
            staff: z.array(z.string()).readonly(),
            systems: z.array(z.string()).readonly(),
            note: z.string(),
          }),
        )
        .readonly(),
      /** Systems that are told that something changed, and get no answers. */
      told: z.array(z.string()).readonly(),
      /** The newest first. */
      readers: z.array(reading).readonly(),
      /** How many earlier ones there are. */
      earlier: z.int(),
    }),
  },
  deleteAccount: {
    ...paths.deleteAccount,
    access: 'applicant',
    body: z.object({ current_password: field }),
    reply: messageReply,
  },
  logout: { ...paths.logout, access: 'applicant', body: null, reply: messageReply },
} as const

const device = z.object({
  id: z.string(),
  /** The browser in words, such as 'Firefox on Windows'. */
  browser: z.string(),
  signed_in_at: time,
  /** To the minute. */
  last_seen_at: time,
  /** Whether it is the device that asks. */
  is_this: z.boolean(),
})

/** Calls with which a signed-in applicant changes the email address and ends sessions on other devices. */
export const accountHelpCalls = {
  /** Mails a code to the new address. The reply is the same whether or not the address has an account. */
  askEmailChange: {
    ...paths.askEmailChange,
    access: 'applicant',
    body: z.object({ current_password: field, username: field }),
    reply: messageReply,
  },
  /** The change that waits for its code. */
  emailChange: {
    ...paths.emailChange,
    access: 'applicant',
    body: null,
    reply: z.object({ pending: z.object({ username: z.string(), valid_until: time }).nullable() }),
  },
  confirmEmailChange: {
    ...paths.confirmEmailChange,
    access: 'applicant',
    body: z.object({ code: field }),
    reply: messageReply.extend({ username: z.string() }),
  },
  cancelEmailChange: {
    ...paths.cancelEmailChange,
    access: 'applicant',
    body: null,
    reply: messageReply,
  },
  devices: {
    ...paths.devices,
    access: 'applicant',
    body: null,
    reply: z.object({ devices: z.array(device).readonly() }),
  },
  endDevice: { ...paths.endDevice, access: 'applicant', body: null, reply: messageReply },
  endOtherDevices: { ...paths.endOtherDevices, access: 'applicant', body: null, reply: messageReply },
} as const
