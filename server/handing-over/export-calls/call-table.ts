import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { ExportRight } from '../../../api/index.ts'
import { APPLICATION_EXPORTED, acknowledgementSchema } from '../acknowledgements/index.ts'

const MOST_CHANGES = 500

const id = z.uuid('is not the id of an application').toLowerCase().describe('The id of an application.')
const entries = z.array(z.record(z.string(), z.string())).readonly()
const version = z.int().describe('Rises when an application is corrected.')

const seq = z.int().describe('The number of the change. A higher one never appears before a lower one.')

const change = z.union([
  z.object({
    seq,
    application_id: id,
    version,
    kind: z.enum(['submitted', 'corrected', 'withdrawn', 'erased']),
    at: z.iso.datetime(),
  }),
  z
    .object({
      seq,
      kind: z.literal('form'),
      form_version: z.string().describe('The version of the form from here on.'),
      edition: z.int().describe('The edition of the office from here on.'),
      at: z.iso.datetime(),
    })
    .describe('The reply of the call form is another one from here on. Only for a caller who asks for `form=true`.'),
])

const document = z.object({
  question: z.string().describe('The key of its question, with which the document is read.'),
  title: z.string(),
  bytes: z.int(),
  sha256: z.string().describe('In hexadecimal digits.'),
  signatures: z
    .array(
      z.object({
        state: z
          .enum(['intact', 'broken', 'unchecked'])
          .describe('Whether what it covers is what was signed; unchecked if that cannot be told.'),
        signer: z.string().describe('The name in the certificate; empty if there is none.'),
        issuer: z.string(),
        at: z.iso.datetime().nullable().describe("By the signer's own clock."),
        whole: z.boolean().describe('Whether it covers all of the file; else something was added after it.'),
        issuer_listed: z.boolean().describe('Whether the issuer is on the list of the institution.'),
        certificate_valid: z.boolean().describe('On the day the file came.'),
      }),
    )
    .readonly()
    .describe('The digital signatures of the file when it came. The PDF has none any more.'),
})

const application = z.object({
  application_id: id,
  version,
  reference: z.string(),
  submitted_at: z.iso.datetime(),
  row: z
    .record(z.string(), z.string())
    .describe('Every answer by its key, empty where nothing was asked or answered; described by the form.'),
  colleges: entries,
  parents: entries,
  residences: entries,
  tests: entries,
  documents: z.array(document).readonly().optional().describe('Left out for a token without the right documents.'),
})

const whole = z.number('must be a whole number').int('must be a whole number')
/** A number of a query. Its digits only: what is empty, as of a reader that lost its place, is not 0. */
const inQuery = <Whole extends z.ZodType<number | undefined>>(number: Whole) =>
  z.preprocess((given) => (/^-?\d+$/.test(String(given)) ? Number(given) : given), number)

const whichVersion = z.strictObject({
  version: inQuery(whole.min(1, 'must be at least 1').optional()).describe(
    'The version that is read; the last one without it.',
  ),
})

/** What a call takes and gives, the rights it needs, and the action of its audit row. */
export type ExportCall = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  /** What a reader should know besides the summary. */
  readonly note?: string
  readonly rights: readonly ExportRight[]
  readonly action: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The reply; a PDF without one. */
  readonly reply?: z.ZodType
  /** Whether the reply has an ETag, with which a caller asks for it only if it has changed. */
  readonly hasEtag?: true
}

/** Every call for other systems. The paths are the address of version 1: what is added later can only be new fields. */
export const exportCalls = {
  changes: {
    method: 'GET',
    path: '/export/v1/changes',
    rights: ['changes'],
    action: 'changes exported',
    summary: 'The changes after a number, in their order. Whoever goes on from `next` misses none.',
    query: z.strictObject({
      after: inQuery(whole.min(0, 'must be at least 0').default(0)),
      limit: inQuery(
        whole.min(1, 'must be at least 1').max(MOST_CHANGES, `must be at most ${MOST_CHANGES}`).default(100),
      ),
      form: z
        .enum(['true', 'false'], 'must be true or false')
        .default('false')
        .describe('Whether changes of the form are among them.'),
    }),
    reply: z.object({
      changes: z.array(change).readonly(),
      next: z.int().describe('What to give as `after` in the next call.'),
    }),
  },
  application: {
    method: 'GET',
    path: '/export/v1/applications/:id',
    rights: ['changes'],
    action: APPLICATION_EXPORTED,
    summary: 'An application as it was signed, by its version.',
    params: z.strictObject({ id }),
    query: whichVersion,
    reply: application,
  },
  document: {
    method: 'GET',
    path: '/export/v1/applications/:id/documents/:key',
    rights: ['documents'],
    action: 'document exported',
    summary: 'A document of an application as PDF.',
    params: z.strictObject({ id, key: z.string().describe('The key of the question of the document.') }),
    query: whichVersion,
  },
  packet: {
    method: 'GET',
    path: '/export/v1/applications/:id/packet',
    rights: ['changes', 'documents'],
    action: 'packet exported',
    summary: 'The packet of an application as PDF: the application as it was signed, then its documents.',
    note: 'Conduct is in it with the right conduct, gender, ethnicity and race with the right demographics, the last four digits of a Social Security number with the right ssn. Documents are in it as they were uploaded.',
    params: z.strictObject({ id }),
    query: whichVersion,
  },
  referenceLists: {
    method: 'GET',
    path: '/export/v1/reference-data',
    rights: ['changes'],
    action: 'reference data exported',
    summary: 'The names of the lists of values.',
    hasEtag: true,
    reply: z.object({ lists: z.array(z.string()).readonly() }),
  },
  referenceData: {
    method: 'GET',
    path: '/export/v1/reference-data/:list',
    rights: ['changes'],
    action: 'reference data exported',
    summary:
      'The values of a list as the form offers them today, then those that it no longer offers, with their labels and the codes that come with the product.',
    hasEtag: true,
    params: z.strictObject({ list: z.string().describe('The name of a list.') }),
    reply: z.object({
      list: z.string(),
      values: z
        .array(
          z.object({
            value: z.string().describe('As it is in `row`.'),
            label: z.string(),
            retired: z
              .boolean()
              .optional()
              .describe('true for a value that is no longer offered and may have been signed.'),
            codes: z.record(z.string(), z.string()).describe('The code of the value by the name of its code list.'),
          }),
        )
        .readonly(),
    }),
  },
  form: {
    method: 'GET',
    path: '/export/v1/form',
    rights: ['changes'],
    action: 'form exported',
    summary: 'The JSON Schema of `row` in an application: each key with its label, and the options of choices.',
    query: z.strictObject({
      version: z
        .string()
        .max(100, 'is no version of the form')
        .optional()
        .describe(
          'A version as in `form_version` of a row or a change; that of today without it. The schema of an earlier one says what it asked, with the words of its last edition: rows have the keys that came later, too.',
        ),
    }),
    reply: z.record(z.string(), z.unknown()),
  },
  acknowledgements: {
    method: 'POST',
    path: '/export/v1/acknowledgements',
    rights: ['acknowledge'],
    action: 'acknowledgements recorded',
    summary: 'Answers about applications that were read. All are recorded or none; repeating the newest is no error.',
    body: z.strictObject({
      acknowledgements: z.array(acknowledgementSchema, 'must be a list').max(500, 'has more than 500 rows').readonly(),
    }),
    reply: z.object({ recorded: z.int(), repeated: z.int() }),
  },
} as const satisfies Readonly<Record<string, ExportCall>>

export type ExportCallName = keyof typeof exportCalls
type Part<Call, Name extends string> = Call extends { readonly [Key in Name]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined

/** What the handler of a call is given, and what it replies. */
export type ExportRequest<Name extends ExportCallName> = {
  readonly params: Part<(typeof exportCalls)[Name], 'params'>
  readonly query: Part<(typeof exportCalls)[Name], 'query'>
  readonly body: Part<(typeof exportCalls)[Name], 'body'>
}
export type ExportReply<Name extends ExportCallName> = (typeof exportCalls)[Name] extends {
  readonly reply: infer Schema extends z.ZodType
}
  ? z.input<Schema>
  : Buffer | Readable
