import { z } from 'zod'

// Checked without z.record, which takes ten times as long: a save and a profile each have hundreds of answers.
const mapOf = <Value>(isValue: (value: unknown) => value is Value, value: object) =>
  z
    .custom<Readonly<Record<string, Value>>>(
      (map) => typeof map === 'object' && map !== null && !Array.isArray(map) && Object.values(map).every(isValue),
    )
    .meta({ type: 'object', additionalProperties: value })

const isText = (value: unknown) => typeof value === 'string'

/** Answers by key. */
export const answerMap = mapOf(isText, { type: 'string' })

/** Answers as a browser posts them. Cleared ones may be false, null or undefined; they are stored as ''. */
export const postedAnswers = mapOf((value) => isText(value) || value === false || value === null, {
  anyOf: [{ type: 'string' }, { const: false }, { type: 'null' }],
}).transform((posted): Readonly<Record<string, string>> => {
  const cleared = Object.keys(posted).filter((key) => !isText(posted[key]))
  return Object.assign(posted, Object.fromEntries(cleared.map((key) => [key, ''])))
})
