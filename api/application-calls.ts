import { z } from 'zod'
import { documentAnswer } from './document-calls.ts'
import { paths } from './paths.ts'
import { postedAnswers } from './posted-answers.ts'
import { conversionStatuses, webStatuses } from './status.ts'

const said = z.object({ message: z.string() })
const answers = z.record(z.string(), z.string())
/** The revision before a change and after it: whoever has seen the one has all of the other. */
const revisions = { previous_revision: z.number(), revision: z.number() }

/** What an applicant says and what becomes of it (requirements 7). */
export const applicationCalls = {
  profile: {
    ...paths.profile,
    access: 'applicant',
    body: null,
    reply: z.object({
      answer: answers,
      document_answer: documentAnswer,
      /** Uploaded files that are no documents yet: their conversion is under way, or has failed. */
      converting: documentAnswer,
      add_another: z.record(z.string(), z.number()),
      tabs: z.record(z.string(), z.string()),
      account_id: z.string(),
      username: z.string(),
      last_page: z.string(),
      successful_login: z.array(z.string()),
      web_status: z.array(z.object({ web_status: z.enum(webStatuses), at: z.string() })),
      revision: z.number(),
      /** The day it is where the institution is, YYYY-MM-DD. */
      today: z.string(),
      submission: z.object({ reference: z.string(), submitted_at: z.string() }).nullable(),
    }),
  },
  saveAnswers: {
    ...paths.saveAnswers,
    access: 'applicant',
    body: postedAnswers,
    reply: said.extend({
      ...revisions,
      saved_at: z.string(),
      /** Answers that were not written because another device has changed them: what stands (docs/decisions/0020). */
      conflicts: answers,
      /** Answers that were not written because the same device has written them later: what stands. */
      superseded: answers,
      /** Keys whose answers a condition hides now; the server emptied them. */
      cleared: z.array(z.string()),
      /** Posted keys that were left alone: retired ones and those the server writes itself. */
      ignored: z.array(z.string()),
    }),
  },
  saveLastPage: {
    ...paths.saveLastPage,
    access: 'applicant',
    body: z.object({ last_page: z.string().max(200) }),
    reply: said,
  },
  saveWebStatus: {
    ...paths.saveWebStatus,
    access: 'applicant',
    body: z.object({ web_status: z.enum(webStatuses) }),
    reply: said,
  },
  reportValidations: {
    ...paths.reportValidations,
    access: 'applicant',
    // Longer than any message of the form, and more than one question can have.
    body: z.record(z.string(), z.array(z.string().max(1000)).max(20)),
    reply: said,
  },
  submit: {
    ...paths.submit,
    access: 'applicant',
    body: null,
    reply: said.extend({ reference: z.string(), submitted_at: z.string() }),
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
    reply: said.extend({ ...revisions, answer: answers }),
  },
  addAnother: { ...paths.addAnother, access: 'applicant', body: null, reply: z.record(z.string(), z.number()) },
  saveTab: {
    ...paths.saveTab,
    access: 'applicant',
    body: z.object({ tab_id: z.string(), chosen_tab: z.string() }),
    reply: said.extend({ ...revisions, cleared: z.array(z.string()) }),
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
    reply: said,
  },
} as const
