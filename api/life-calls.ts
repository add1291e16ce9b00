import { z } from 'zod'
import { paths } from './paths.ts'
import { typedParagraph } from './typed-text.ts'

const time = z.iso.datetime()
const id = z.uuid()
const done = z.object({ message: z.string() })

/** A document that the office asked for after the submission. It is uploaded under its key, as for a question. */
const request = z.object({
  key: z.string(),
  title: z.string(),
  reason: z.string(),
  until: time,
  /** `waiting` until its date, `ended` afterwards or when it was taken back. */
  state: z.enum(['waiting', 'answered', 'ended']),
  file_name: z.string().nullable(),
})

/** One application of the account. */
const ownApplication = z.object({
  id,
  /** The one that the pages show. */
  is_current: z.boolean(),
  /** The entry term in words; empty before it is chosen. */
  term: z.string(),
  started_at: time,
  reference: z.string().nullable(),
  submitted_at: time.nullable(),
  version: z.int(),
  /** Until when it is open for changes again. */
  open_until: time.nullable(),
  withdrawn_at: time.nullable(),
  requests: z.array(request).readonly(),
})

/** Calls about what follows a submission, and about several applications of one account; ours. */
export const lifeCalls = {
  ownApplications: {
    ...paths.ownApplications,
    access: 'applicant',
    body: null,
    /** The newest first. */
    reply: z.object({ applications: z.array(ownApplication).readonly() }),
  },
  applyAgain: { ...paths.applyAgain, access: 'applicant', body: null, reply: done },
  openApplication: { ...paths.openApplication, access: 'applicant', body: z.strictObject({ id }), reply: done },
  withdrawApplication: {
    ...paths.withdrawApplication,
    access: 'applicant',
    body: z.strictObject({ id, reason: typedParagraph(1000).default('') }),
    reply: done,
  },
} as const
