import { z } from 'zod'
import { type ConditionFor, MOST_OWN_ENTRIES, nameOfOwn, ownKinds } from '../engine/index.ts'
import { typedLine } from './typed-text.ts'

/** A key or an id of the office's own. It is made once of the English label, and stays when that changes. */
const ownId = z.string().regex(/^own_[a-z\d_]{1,40}$/, 'is own_ with small letters, digits and underscores')

/** A code of an option of the office's own; a checkbox has it at the end of its key. */
const code = z.string().regex(/^[\w-]{1,40}$/, 'is letters, digits, underscores and hyphens')

const text = z.string().min(1).max(2_000)
const words = z.string().min(1).max(10_000)
const name = z.string().min(1).max(5_000)
const yes = z.literal('yes')
const valueKey = z.string().regex(/^\w{1,200}$/)

const ownItem = z.strictObject({
  kind: z.enum(ownKinds),
  in: name,
  label: words,
  help: text.optional(),
  required: yes.optional(),
  care: z.literal('sensitive').optional(),
  message: text.optional(),
  options: z.record(code, text).optional(),
  order: z.array(code).max(500).readonly().optional(),
  retired: z.record(code, text).optional(),
  limit: z.int().min(1).max(10_000).optional(),
  words: z.int().min(1).max(2_000).optional(),
  like: z.array(z.string().min(1).max(40)).min(1).max(10).readonly().optional(),
  differs: valueKey.optional(),
  invalid: text.optional(),
  least: z.int().min(1).max(100).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: yes.optional(),
  most: z.int().min(1).max(MOST_OWN_ENTRIES).optional(),
  entry: text.optional(),
  add: text.optional(),
  print: z.literal('table').optional(),
  carried: yes.optional(),
  own_sheet: yes.optional(),
  facet: yes.optional(),
  no_gap: ownId.optional(),
  since: z.string().optional(),
  added: z.record(code, z.string()).optional(),
})

const value = typedLine(500)

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'is a day, such as 2027-08-31')
const years = z.int().min(1).max(120)

const comparison = z.union([
  z.strictObject({ valueKey, operator: z.enum(['equals', 'notEquals', 'lt', 'lte', 'gt', 'gte']), target: value }),
  z.strictObject({ valueKey, operator: z.enum(['in', 'notIn']), target: z.array(value).min(1).max(100).readonly() }),
  z.strictObject({ valueKey, operator: z.enum(['answered', 'notAnswered']) }),
  z.strictObject({ valueKey, operator: z.literal('age'), on: day, least: years }),
  z.strictObject({ valueKey, operator: z.literal('age'), on: day, under: years }),
  z.strictObject({
    operator: z.literal('count'),
    counted: z.array(valueKey).min(1).max(100).readonly(),
    least: z.int().min(0).optional(),
    most: z.int().min(0).optional(),
  }),
])

/** Conditions on earlier answers, in each other to this depth. */
const DEPTH = 4

const conditionTo = (depth: number): z.ZodType<ConditionFor<'form'>> =>
  depth === 0
    ? comparison
    : z.union([
        comparison,
        z.strictObject({
          operator: z.enum(['all', 'any']),
          conditions: z
            .array(conditionTo(depth - 1))
            .min(1)
            .max(30),
        }),
        z.strictObject({ operator: z.literal('not'), condition: conditionTo(depth - 1) }),
      ])

/** When something is asked, besides the conditions of the base. */
export const askedIf = conditionTo(DEPTH)

/** What an office asks otherwise than the form of a release; see `Structure` of the engine. */
export const structure = z
  .strictObject({
    own: z.record(ownId, ownItem),
    stopped: z.record(name, z.string().min(1).max(100)),
    required: z.record(name, z.enum(['yes', 'no'])),
    moved: z.record(name, name),
    order: z.record(name, z.array(name).max(2_000).readonly()),
    asked_if: z.record(name, askedIf),
    versions: z.array(z.string()).readonly(),
  })
  .partial()

/** A text of something of the office's own, and where it stands in `own`. */
export type OwnText = { readonly at: readonly string[]; readonly text: string }

/** What applicants read of what an office asks of its own, but for what it asks no more. */
export const ownTextsIn = ({ own = {}, stopped = {} }: z.output<typeof structure>): readonly OwnText[] =>
  Object.entries(own).flatMap(([id, item]) => {
    if (Object.hasOwn(stopped, nameOfOwn(id, item))) return []
    const { label, help, message, invalid, add, entry, options = {} } = item
    return [
      ...Object.entries({ label, help, message, invalid, add, entry }).flatMap(([field, text]) =>
        text === undefined ? [] : [{ at: [id, field], text }],
      ),
      ...Object.entries(options).map(([code, text]) => ({ at: [id, 'options', code], text })),
    ]
  })
