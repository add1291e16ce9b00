import { z } from 'zod'

// Checked without z.record, which takes ten times as long: a save and a profile each have hundreds of answers.
const mapOf = <Value>(isValue: (value: unknown) => value is Value, value: object) =>
  z
    .custom<Readonly<Record<string, Value>>>(
      (map) => typeof map === 'object' && map !== null && !Array.isArray(map) && everyValue(map, isValue),
    )
    .meta({ type: 'object', additionalProperties: value })

function everyValue(map: object, isValue: (value: unknown) => boolean): boolean {
  for (const key in map) if (!isValue(map[key as keyof typeof map])) return false
  return true
}

const isText = (value: unknown) => typeof value === 'string'

/** Answers by key. */
export const answerMap = mapOf(isText, { type: 'string' })

/** Answers as a browser posts them. Cleared ones may be false, null or undefined; they are stored as ''. */
export const postedAnswers = mapOf((value) => isText(value) || value === false || value === null, {
  anyOf: [{ type: 'string' }, { const: false }, { type: 'null' }],
}).transform((posted): Readonly<Record<string, string>> => {
  const texts: Record<string, unknown> = posted
  for (const key in texts) if (!isText(texts[key])) texts[key] = ''
  return texts as Record<string, string>
})
