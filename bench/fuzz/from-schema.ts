import fc from 'fast-check'
import { z } from 'zod'
import { dataModel } from '../../form/index.ts'
import { likelyText, oddValue, recalledId } from './odd-values.ts'

/** The part of JSON Schema with which the product's OpenAPI document describes what it takes. */
const schemaShape = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  maxLength: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})

/** Values that the schema describes. With `bent`, some places hold something else, are missing, or are too many. */
export function fromSchema(schema: unknown, bent: boolean): fc.Arbitrary<unknown> {
  const right = described(schema, bent)
  return bent ? fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: oddValue }) : right
}

function described(schema: unknown, bent: boolean): fc.Arbitrary<unknown> {
  const { type, pattern, maxLength = 100, items, properties, anyOf, ...more } = schemaShape.parse(schema)
  if (anyOf) return fc.oneof(...anyOf.map((each) => fromSchema(each, bent)))
  if (more.enum) return fc.constantFrom(...more.enum)
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer({ min: 1, max: 12 }), fc.maxSafeInteger())
  if (type === 'array') return fc.array(fromSchema(items ?? {}, bent), { maxLength: bent ? 40 : 5 })
  if (type === 'string') {
    if (more.format === 'uuid')
      return fc.oneof({ weight: 4, arbitrary: recalledId }, { weight: 1, arbitrary: fc.uuid() })
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
    return bent ? likelyText : likelyText.map((text) => text.slice(0, maxLength))
  }
  if (type !== 'object') return fc.jsonValue()
  if (properties === undefined) {
    const names = fc.constantFrom(...dataModel)
    const keys = bent
      ? fc.oneof(names, fc.string(), fc.constantFrom('__proto__', 'constructor', '\0', '\udc00'))
      : names
    return fc.dictionary(keys, fromSchema(more.additionalProperties ?? {}, bent), { maxKeys: 12 })
  }
  const fields = Object.entries(properties).map(([name, each]) => [name, field(name, fromSchema(each, bent))] as const)
  const record = fc.record(
    Object.fromEntries(fields),
    bent ? { requiredKeys: [] } : { requiredKeys: more.required ?? [] },
  )
  if (!bent) return record
  return fc
    .tuple(record, fc.dictionary(fc.string(), oddValue, { maxKeys: 2 }))
    .map(([one, other]) => ({ ...other, ...one }))
}

/** Cursors as a client could make them up: of each order, with what only one of two parsers takes for a time. */
const forgedCursors = [
  '2024-02-30',
  '1',
  '0000-01-01',
  '+275760-09-13',
  '2024-02-01 00:00:00+00',
  'infinity',
  'a\0b',
].flatMap((time) => [
  `${time} 1 first_name`,
  ...['submitted', 'started', 'name'].map((sort) => {
    const places = sort === 'started' ? [time] : [time, '2024-02-30 00:00:00+00']
    return Buffer.from(JSON.stringify([sort, ...places, '00000000-0000-4000-8000-000000000000'])).toString('base64url')
  }),
])

/** What a field often holds, where chance would hardly find it. */
const usual: Readonly<Record<string, readonly unknown[]>> = {
  target: ['registrar'],
  name: ['fuzz-token', 'fuzz-other', 'Mine'],
  networks: [[], ['127.0.0.0/8']],
  until: [1, 30, 60].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
  version: [0, 1, 2],
  after: forgedCursors,
  before: [...forgedCursors, 0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER],
}

const field = (name: string, described: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  Object.hasOwn(usual, name) ? fc.oneof(fc.constantFrom(...(usual[name] ?? [])), described) : described
