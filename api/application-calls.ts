import { z } from 'zod'
import type { DocumentRequest, Fact } from './checklist.ts'
import { conversionStatuses, paths, webStatuses } from './paths.ts'
import { MOST_SEALS } from './pdf-seal.ts'
import { typedCode, typedParagraph } from './typed-text.ts'

const messageReply = z.object({ message: z.string() })

/** The revisions before and after a change. A client at the first one that applies the change is at the second. */
const revisions = { previous_revision: z.number(), revision: z.number() }

// Checked without z.record, which takes ten times as long: a save and a profile each have hundreds of answers.
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers by key. */
const answerMap = z
  .custom<Readonly<Record<string, string>>>((map) => {
    if (!isMap(map)) return false
    for (const key in map) if (typeof map[key] !== 'string') return false
    return true
  })
  .meta({ type: 'object', additionalProperties: { type: 'string' } })

/** Answers as a browser posts them. Cleared ones may be false or null; they are stored as ''. */
export const postedAnswers = z
  .custom<Record<string, unknown>>(isMap)
  .meta({
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { const: false }, { type: 'null' }] },
  })
  .transform((posted, context): Readonly<Record<string, string>> => {
    for (const key in posted) {
      const value = posted[key]
      if (typeof value === 'string') continue
      if (value !== false && value !== null) {
        context.addIssue('An answer is a text.')
        return z.NEVER
      }
      posted[key] = ''
    }
    return posted as Record<string, string>
  })

/** Stored files by answer key, with the original name and the size in bytes (requirement 3.state.4). */
const documentAnswer = z.record(z.string(), z.object({ file_name: z.string(), file_size: z.number() }))

/** What an applicant reads otherwise: the question, or the section or page in which it stands, and its words. */
const differencesReply = z.object({
  differences: z.array(z.object({ key: z.string(), was: z.string(), is: z.string() })).readonly(),
})

const time = z.iso.datetime()

/** A document that the office asked for after the submission. It is uploaded under its key, as for a question. */
const request = z.object({
  key: z.string(),
  title: z.string(),
  reason: z.string(),
  until: time,
  /** `waiting` until its date, `ended` afterwards or when it was taken back. */
  state: z.enum(['waiting', 'answered', 'ended']),
  answered_at: time.nullable(),
  file_name: z.string().nullable(),
}) satisfies z.ZodType<DocumentRequest>

/** What a submitted application has or lacks (checklist.ts). */
export const factSchema = z.object({
  kind: z.enum(['asked', 'transcript', 'scores', 'application', 'document']),
  title: z.string(),
  school: z.string().nullable(),
  received_at: time.nullable(),
  file_name: z.string().nullable(),
  is_needed: z.boolean(),
  request: z.object({ key: z.string(), reason: z.string(), until: time }).nullable(),
}) satisfies z.ZodType<Fact>

/** Calls for the applicant's answers and what happens to them (requirements 7). */
export const applicationCalls = {
  profile: {
    ...paths.profile,
    access: 'applicant',
    body: null,
    reply: z.object({
      answer: answerMap,
      document_answer: documentAnswer,
      /** Uploaded files that are not documents yet, because their conversion is still running or has failed. */
      converting: documentAnswer,
      add_another: z.record(z.string(), z.number()),
      tabs: z.record(z.string(), z.string()),
      account_id: z.string(),
      username: z.string(),
      last_page: z.string(),
      successful_login: z.array(z.string()),
      web_status: z.array(z.object({ web_status: z.enum(webStatuses), at: z.string() })),
      revision: z.number(),
      /** The current day at the institution, YYYY-MM-DD. */
      today: z.string(),
      /** What was signed last, with the number of its version. */
      submission: z.object({ reference: z.string(), submitted_at: z.string(), version: z.int() }).nullable(),
      /** Until when a submitted application may be changed again, and what the office says about it. */
      reopening: z.object({ until: z.string(), reason: z.string() }).nullable(),
      /** When the applicant withdrew it. */
      withdrawn_at: z.string().nullable(),
      application_id: z.string(),
      /** The documents that the office has asked for since, the oldest request first. */
      requests: z.array(request).readonly(),
      /** Those that it still waits for in other applications of the account. */
      asked_elsewhere: z
        .array(
          z.object({ application_id: z.string(), term: z.string(), key: z.string(), title: z.string(), until: time }),
        )
        .readonly(),
    }),
  },
  saveAnswers: {
    ...paths.saveAnswers,
    access: 'applicant',
    body: postedAnswers,
    reply: messageReply.extend({
      ...revisions,
      saved_at: z.string(),
      /** The current values of answers not saved because another device changed them (docs/decisions/0020). */
      conflicts: answerMap,
      /** The current values of answers not saved because the same device had already saved newer ones. */
      superseded: answerMap,
      /** What stands for posted answers that the server stored in another form (Q87). */
      canonical: answerMap,
      /** Keys that the server cleared because a condition now hides them. */
      cleared: z.array(z.string()),
      /** Posted keys that were ignored: keys that only the server writes, and masked numbers. */
      ignored: z.array(z.string()),
      /** Posted keys that only earlier versions of the form asked: they are kept in case a later one asks them again. */
      kept: z.array(z.string()).optional(),
    }),
  },
  /** What was changed in an application that is not submitted, newest first. */
  answerChanges: {
    ...paths.answerChanges,
    access: 'applicant',
    /** `device` names the browser that asks; `before` is the `next` of the page before. */
    body: z.object({ device: z.string().max(100), before: z.string().max(300).optional() }),
    reply: z.object({
      changes: z
        .array(
          z.object({
            at: z.iso.datetime(),
            key: z.string(),
            /** `unknown` for what an earlier release recorded, or what was saved without an order. */
            device: z.enum(['this', 'another', 'server', 'unknown']),
            /** What its browser is called, such as 'Firefox on Windows', where that is known. */
            browser: z.string().optional(),
            /** The values before and after; null for a sensitive or a secret answer. */
            values: z.object({ before: z.string(), after: z.string() }).nullable(),
          }),
        )
        .readonly(),
      next: z.string().nullable(),
    }),
  },
  saveLastPage: {
    ...paths.saveLastPage,
    access: 'applicant',
    body: z.object({ last_page: z.string().max(200) }),
    reply: messageReply,
  },
  saveWebStatus: {
    ...paths.saveWebStatus,
    access: 'applicant',
    body: z.object({ web_status: z.enum(webStatuses) }),
    reply: messageReply,
  },
  reportValidations: {
    ...paths.reportValidations,
    access: 'applicant',
    // The limits are longer than any message of the form and more messages than one question can have.
    body: z.record(z.string(), z.array(z.string().max(1000)).max(20)),
    reply: messageReply,
  },
  submit: {
    ...paths.submit,
    access: 'applicant',
    body: null,
    reply: messageReply.extend({ reference: z.string(), submitted_at: z.string(), version: z.int() }),
  },
  /** What this applicant reads otherwise in the form that is in effect than on the page that asks. */
  formChanges: {
    ...paths.formChanges,
    access: 'applicant',
    body: null,
    reply: differencesReply,
  },
  /** What the form in effect asks otherwise than what this applicant signed last: an application that is open again. */
  newSinceSigned: { ...paths.newSinceSigned, access: 'applicant', body: null, reply: differencesReply },
  pdfStatus: {
    ...paths.pdfStatus,
    access: 'applicant',
    body: null,
    reply: z.object({ status: z.enum(conversionStatuses), url: z.string(), message: z.string() }),
  },
  /** `url` shows the application PDF of what is saved, marked as a draft, to this session only. */
  draftPdf: { ...paths.draftPdf, access: 'applicant', body: null, reply: z.object({ url: z.string() }) },
  saveAddAnother: {
    ...paths.saveAddAnother,
    access: 'applicant',
    body: z.object({
      button_id: z.string(),
      num_components: z.number().int().min(1),
      removed: z.number().int().min(1).optional(),
    }),
    reply: messageReply.extend({ ...revisions, answer: answerMap }),
  },
  addAnother: { ...paths.addAnother, access: 'applicant', body: null, reply: z.record(z.string(), z.number()) },
  saveTab: {
    ...paths.saveTab,
    access: 'applicant',
    body: z.object({ tab_id: z.string(), chosen_tab: z.string() }),
    reply: messageReply.extend({ ...revisions, cleared: z.array(z.string()) }),
  },
  tabs: { ...paths.tabs, access: 'applicant', body: null, reply: z.record(z.string(), z.string()) },
  clientError: {
    ...paths.clientError,
    access: 'public',
    body: z.object({
      message: z.string().max(2000),
      route: z.string().max(200),
      release: z.string().max(100),
      request_id: z.string().max(100).optional(),
    }),
    reply: messageReply,
  },
} as const

const status = z.enum(conversionStatuses)

/** Uploaded documents and their conversion (requirements 4.upload and 7.conversion). */
export const documentCalls = {
  /** Upload to `url` as a multipart form, with `fields` first and `file` last. A status below 300 means stored. */
  presignUpload: {
    ...paths.presignUpload,
    access: 'applicant',
    body: z.object({ answer_key: z.string().max(200) }),
    reply: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  },
  documentAnswer: { ...paths.documentAnswer, access: 'applicant', body: null, reply: documentAnswer },
  /** Replies with 202. `file_key` is `fields.key` of the upload. */
  startConversion: {
    ...paths.startConversion,
    access: 'applicant',
    body: z.object({ file_key: z.string().max(300), file_name: z.string().max(1000) }),
    reply: z.object({ status }),
  },
  /**
   * `message` comes with FAILED; `url`, a link that expires after 20 minutes, comes with COMPLETED, and so does `signature`, a
   * sentence about the digital signatures of the file, if it had any.
   */
  conversion: {
    ...paths.conversion,
    access: 'applicant',
    body: null,
    reply: z.object({
      status,
      message: z.string().optional(),
      url: z.string().optional(),
      signature: z.string().optional(),
    }),
  },
  /** Removes the conversion and clears the answer. */
  deleteConversion: { ...paths.deleteConversion, access: 'applicant', body: null, reply: messageReply },
  /** Removes the answer, the stored file and its conversion. */
  deleteDocument: { ...paths.deleteDocument, access: 'applicant', body: null, reply: messageReply },
} as const

// The token authorizes the calls of the phone. It is always in the payload, because addresses end up in logs.
const phone_token = z.string().max(100)
const fromPhone = { access: 'public', body: z.object({ phone_token }) } as const

/**
 * Calls for adding the document of one question from another phone (docs/decisions/0014). None of them tells the phone
 * anything about the application or its applicant.
 */
export const phoneCalls = {
  /** `url` opens the page on the phone until `expires_at`; the question's earlier link ends. */
  makePhoneLink: {
    ...paths.makePhoneLink,
    access: 'applicant',
    body: z.object({ answer_key: z.string().max(200) }),
    reply: z.object({ url: z.string(), expires_at: z.string() }),
  },
  openPhoneLink: { ...paths.openPhoneLink, ...fromPhone, reply: z.object({ expires_at: z.string() }) },
  /** Like `presignUpload`. */
  presignFromPhone: { ...paths.presignFromPhone, ...fromPhone, reply: documentCalls.presignUpload.reply },
  /** Like `startConversion`, for the file of the last `presignFromPhone`. */
  startFromPhone: {
    ...paths.startFromPhone,
    access: 'public',
    body: documentCalls.startConversion.body.extend({ phone_token }),
    reply: documentCalls.startConversion.reply,
  },
  /** Like `conversion`, without the link to the PDF. NOT_ANSWERED if the question has another document by now. */
  conversionFromPhone: {
    ...paths.conversionFromPhone,
    ...fromPhone,
    reply: documentCalls.conversion.reply.omit({ url: true }),
  },
  /** Like `deleteDocument`, for the file that this phone sent. */
  deleteFromPhone: { ...paths.deleteFromPhone, ...fromPhone, reply: documentCalls.deleteDocument.reply },
} as const

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** Whether a PDF is one that this installation made. The file itself is not sent. */
export const sealCalls = {
  /**
   * By its seals, each with the SHA-256 of what it may be the seal of, and the length of the file; or by a reference
   * number and the SHA-256 of the file, which finds only the PDF that its applicant has now.
   */
  checkPdf: {
    ...paths.checkPdf,
    access: 'public',
    body: z.union([
      z.object({
        length: z.int().min(0),
        seals: z
          .array(
            z.object({
              seal: z.string().max(2_000),
              beginnings: z.array(z.object({ bytes: z.int().min(0), digest })).max(2),
            }),
          )
          .max(MOST_SEALS),
      }),
      z.object({ reference: typedCode(20), digest }),
    ]),
    /** `bytes`: how many of its first bytes are unaltered. `made`: when. */
    reply: z.object({
      is: z.enum(['whole', 'part', 'changed', 'no seal', 'another key', 'not found']),
      bytes: z.int().optional(),
      about: z
        .object({ kind: z.enum(['application PDF', 'packet']), reference: z.string(), made: z.string() })
        .optional(),
    }),
  },
} as const

const id = z.uuid()
const done = z.object({ message: z.string() })

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
  /** What it has and lacks; empty before it is submitted. */
  checklist: z.array(factSchema).readonly(),
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
