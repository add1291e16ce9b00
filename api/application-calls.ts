import { z } from 'zod'
import { documentAnswer } from './document-calls.ts'
import { paths } from './paths.ts'
import { answerMap as answers, postedAnswers } from './posted-answers.ts'
import { conversionStatuses, webStatuses } from './status.ts'

const messageReply = z.object({ message: z.string() })
/** The revisions before and after a change. A client at the first one that applies the change is at the second. */
const revisions = { previous_revision: z.number(), revision: z.number() }

/** Calls for the applicant's answers and what happens to them (requirements 7). */
export const applicationCalls = {
  profile: {
    ...paths.profile,
    access: 'applicant',
    body: null,
    reply: z.object({
      answer: answers,
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
      /** How many documents the office has asked for since, and still waits for. */
      requests_waiting: z.int(),
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
      conflicts: answers,
      /** The current values of answers not saved because the same device had already saved newer ones. */
      superseded: answers,
      /** What stands for posted answers that the server stored in another form (Q87). */
      canonical: answers,
      /** Keys that the server cleared because a condition now hides them. */
      cleared: z.array(z.string()),
      /** Posted keys that were ignored: retired keys, keys that only the server writes, and masked numbers. */
      ignored: z.array(z.string()),
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
  pdfStatus: {
    ...paths.pdfStatus,
    access: 'applicant',
    body: null,
    reply: z.object({ status: z.enum(conversionStatuses), url: z.string(), message: z.string() }),
  },
  saveAddAnother: {
    ...paths.saveAddAnother,
    access: 'applicant',
    body: z.object({
      button_id: z.string(),
      num_components: z.number().int().min(1),
      removed: z.number().int().min(1).optional(),
    }),
    reply: messageReply.extend({ ...revisions, answer: answers }),
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
