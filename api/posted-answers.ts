import { z } from 'zod'

// Checked without z.record, which takes ten times as long: a save and a profile each have hundreds of answers.
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers by key. */
export const answerMap = z
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
