import { z } from 'zod'
import type { PrintedPage } from '../engine/index.ts'
import { postedAnswers } from './application-calls.ts'
import { paths } from './paths.ts'

const option = z.object({ label: z.string(), ticked: z.boolean(), english: z.string().exactOptional() })
const text = z.object({ kind: z.literal('text'), label: z.string(), text: z.string(), answered: z.boolean() })

const document = z.object({
  kind: z.literal('document'),
  label: z.string(),
  text: z.string(),
  answered: z.boolean(),
  file: z.object({ name: z.string(), size: z.string() }).nullable(),
})
const cell = z.object({ text: z.string(), answered: z.boolean(), more: z.array(z.string()).readonly() })

const tableRow = z.object({
  title: z.string().nullable(),
  cells: z.array(cell).readonly(),
  below: z.array(z.discriminatedUnion('kind', [text, document])).readonly(),
})

const row = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.number(), title: z.string(), key: z.string() }),
  z.object({ kind: z.literal('break') }),
  text,
  z.object({ kind: z.literal('ticks'), label: z.string().nullable(), options: z.array(option).readonly() }),
  document,
  z.object({
    kind: z.literal('table'),
    caption: z.string(),
    columns: z.array(z.object({ label: z.string(), numeric: z.boolean() })).readonly(),
    rows: z.array(tableRow).readonly(),
  }),
  z.object({ kind: z.literal('omitted'), count: z.number(), text: z.string() }),
])

const printedPage = z.object({
  slug: z.string(),
  title: z.string(),
  rows: z.array(row).readonly(),
  ownSheet: z.literal(true).exactOptional(),
}) satisfies z.ZodType<PrintedPage>

/** Calls with which staff read an application (requirements 6.service and 7.tmp-pdf). */
export const serviceCalls = {
  serviceView: {
    ...paths.serviceView,
    access: 'public', // the token authorizes the call
    body: z.object({ service_token: z.string().max(100) }),
    reply: z.object({
      answer: z.record(z.string(), z.string()),
      add_another: z.record(z.string(), z.number()),
      document_answer: z.record(z.string(), z.object({ file_name: z.string(), file_size: z.number() })),
      tabs: z.record(z.string(), z.string()),
      /** The printed pages. Those of a submitted application have the wording that was signed. */
      pages: z.array(printedPage).readonly(),
      /** The same pages as they were read and signed, if that was in another language than English. */
      as_read: z.object({ language: z.string(), pages: z.array(printedPage).readonly() }).nullable(),
      /** null until the application is submitted. */
      submission: z.object({ reference: z.string(), version: z.int(), submitted_at: z.string() }).nullable(),
      /** When the applicant withdrew it. */
      withdrawn_at: z.string().nullable(),
      /** The time (ISO) after which the view no longer opens. */
      expires_at: z.string(),
    }),
  },
} as const

/** Answers passed on by a link, without an account (requirements 6.token and 7.tmp). */
export const tokenCalls = {
  keepAnswers: {
    ...paths.keepAnswers,
    access: 'public',
    body: z.object({ answer: postedAnswers }),
    reply: z.object({
      token: z.string(),
      /** The address that opens the answers: the first page of the form, with the token. */
      url: z.string(),
      expires_at: z.string(),
      /** Posted keys that are not stored: secret and sensitive keys, retired keys, and keys that only the server writes. */
      ignored: z.array(z.string()),
    }),
  },
  keptAnswers: {
    ...paths.keptAnswers,
    access: 'public',
    body: z.object({ token: z.string().max(200) }),
    reply: z.object({ answer: z.record(z.string(), z.string()), expires_at: z.string() }),
  },
  /** Ends a link for everyone. The payload carries the token because addresses end up in logs. */
  endKeptAnswers: {
    ...paths.endKeptAnswers,
    access: 'public',
    body: z.object({ token: z.string().max(200) }),
    reply: z.object({ message: z.string() }),
  },
} as const
