import { z } from 'zod'
import { changedValue } from '../editions.ts'
import { askedIf } from '../structure.ts'
import { typedCode, typedLine, typedParagraph } from '../typed-text.ts'
import { staffPaths } from './paths.ts'

const time = z.iso.datetime()
/** See `Changes`: a JSON pointer. The sentences of the form may be long. */
const place = z.string().min(2).max(5_000)
const value = changedValue.nullable()
const moment = z.iso.datetime({ offset: true })
/** The same as somebody types it. */
const typedValue = z
  .union([
    typedParagraph(10_000),
    z.number(),
    z.array(typedCode(200)).max(2_000).readonly(),
    z.strictObject({ text: typedParagraph(2_000), start: moment, end: moment }),
    askedIf,
  ])
  .nullable()

/**
 * How much a change asks of who publishes: `free` nothing; `told` is worth knowing; `careful` needs a second person;
 * `stopped` cannot be published.
 */
const findingGrades = ['free', 'told', 'careful', 'stopped'] as const

/** What the check found: a sentence, and where. */
export const finding = z.object({ grade: z.enum(findingGrades), place: z.string(), says: z.string() })
export type Finding = z.output<typeof finding>

/** What differs between two editions, in words that the office knows. */
const difference = z.object({ place: z.string(), name: z.string(), was: z.string(), is: z.string() })
export type EditionDifference = z.output<typeof difference>

const editionState = z.enum(['active', 'waits_for_time', 'waits_for_person', 'earlier', 'called_off'])

const edition = z.object({
  number: z.int(),
  title: z.string(),
  reason: z.string(),
  state: editionState,
  same_as: z.int().nullable(),
  /** The version of the form over which it was made. */
  form_version: z.string(),
  published_at: time,
  /** null for what was made of institution.json. */
  published_by: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  takes_effect_at: time,
  /** To the edition before it. */
  differences: z.array(difference).readonly(),
  findings: z.array(finding).readonly(),
})
export type ListedEdition = z.output<typeof edition>

/** Something that can be edited. `product` are the words that it has without any of the office. */
const editable = z.object({
  place: z.string(),
  group: z.string(),
  name: z.string(),
  kind: z.enum([
    'line',
    'paragraph',
    'number',
    'day',
    'email',
    'link',
    'links',
    'options',
    'list',
    'announcement',
    'color',
    'picture',
  ]),
  published: value,
  product: z.string().nullable(),
  /** What names its translations while the office has no words of its own; left out where none are needed. */
  english: z.string().optional(),
  /** Whether it is said of one or of many. */
  count: z.enum(['one', 'other']).optional(),
  /** Whether it stands beside a signature. */
  is_signed: z.boolean().optional(),
})
export type Editable = z.output<typeof editable>

const texts = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))
const languageTexts = z.object({ tag: z.string(), name: z.string(), texts })

const draft = z.object({
  revision: z.int(),
  changes: z.array(z.object({ place: z.string(), value, by: z.string(), at: time })).readonly(),
  /** What colleagues say to each other about items of the form, at `/comments/<item>/<number>`. */
  comments: z.array(z.object({ place: z.string(), text: z.string(), by: z.string(), at: time })).readonly(),
})

/**
 * What the draft means for who has begun, and has not submitted. Until everybody was counted (`counted_at` is null), it is
 * asked again. `terms` are of those who have nothing left to answer now: how many would have something, and which questions.
 */
const begun = z.object({
  done: z.int(),
  total: z.int(),
  counted_at: time.nullable(),
  /** Applications that could not be opened. */
  unread: z.int(),
  terms: z
    .array(
      z.object({
        /** null for who has chosen none. */
        term: z.string().nullable(),
        finished: z.int(),
        people: z.int(),
        questions: z.array(z.object({ label: z.string(), under: z.string(), people: z.int() })).readonly(),
      }),
    )
    .readonly(),
})

/** The calls of the page on which the office edits its form. */
export const formCalls = {
  readForm: {
    ...staffPaths.readForm,
    reply: z.object({
      /** Newest first. */
      editions: z.array(edition).readonly(),
      /** What a change is made over: the edition in effect, or the one that waits. */
      over: z.int(),
      editables: z.array(editable).readonly(),
      /** The languages that are offered beside English, with our words in them. */
      languages: z.array(languageTexts).readonly(),
      /** The translations of the office that are published, by their places. */
      translations: z.record(z.string(), z.string()),
      /** What the office asks otherwise than the form of the release, as it is published, by its places. */
      structure: z.record(z.string(), value),
      draft,
      /** Whether institution.json leads, so that nothing can be edited here. */
      is_read_only: z.boolean(),
      time_zone: z.string(),
      /** What this release changes under the edition below the draft, which was made over another version of the form. */
      release: z.object({ over: z.string(), now: z.string(), changes: z.array(z.string()).readonly() }),
    }),
  },
  saveFormDraft: {
    ...staffPaths.saveFormDraft,
    /** `revision` is the last one that was seen; null takes a change back. */
    body: z.strictObject({ revision: z.int().min(0), changes: z.record(place, typedValue) }),
    reply: draft.extend({
      /** What somebody else has meanwhile written otherwise; theirs stays. */
      conflicts: z.array(z.object({ place: z.string(), theirs: value, mine: value, by: z.string() })).readonly(),
    }),
  },
  checkForm: {
    ...staffPaths.checkForm,
    body: z.strictObject({}),
    reply: z.object({
      /** Which draft was checked. */
      of: z.string(),
      findings: z.array(finding).readonly(),
      differences: z.array(difference).readonly(),
      begun: begun.nullable(),
    }),
  },
  /** What differs between an edition and another one, or the draft (null), in words. */
  compareForm: {
    ...staffPaths.compareForm,
    body: z.strictObject({ from: z.int().min(1), to: z.int().min(1).nullable() }),
    reply: z.object({ differences: z.array(difference).readonly() }),
  },
  /**
   * What exactly this draft changes in the PDF, the row of the export and the mails of the made-up applicants, and links to
   * their PDFs, which work for a day.
   */
  compareSamples: {
    ...staffPaths.compareSamples,
    body: z.strictObject({ of: z.string().max(100) }),
    reply: z.object({
      samples: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            pdf: z.array(difference).readonly(),
            export: z.array(difference).readonly(),
            mails: z.array(difference).readonly(),
          }),
        )
        .readonly(),
      /** The PDF of each, by the id of whom it is of; before is left out while the edition below is not in effect. */
      pdfs: z.record(z.string(), z.object({ before: z.url().optional(), after: z.url() })),
    }),
  },
  /** A link that shows the draft, whatever it is then, to everybody who has it. */
  previewForm: {
    ...staffPaths.previewForm,
    body: z.strictObject({}),
    reply: z.object({ link: z.url(), until: time }),
  },
  publishForm: {
    ...staffPaths.publishForm,
    body: z.strictObject({
      of: z.string().max(100),
      title: typedLine(100).min(1),
      reason: typedParagraph(500),
      /** The wall clock of the institution, such as 2026-12-07T08:00; null for now. */
      takes_effect: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
        .nullable(),
    }),
    reply: z.object({ message: z.string(), number: z.int() }),
  },
  rollBackForm: {
    ...staffPaths.rollBackForm,
    body: z.strictObject({ to: z.int().min(1), reason: typedParagraph(500) }),
    reply: z.object({ message: z.string(), number: z.int() }),
  },
  confirmEdition: {
    ...staffPaths.confirmEdition,
    params: z.strictObject({ id: z.coerce.number().int() }),
    reply: z.object({ message: z.string() }),
  },
  callOffEdition: {
    ...staffPaths.callOffEdition,
    params: z.strictObject({ id: z.coerce.number().int() }),
    reply: z.object({ message: z.string() }),
  },
} as const
