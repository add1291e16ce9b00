import { everyItem, type Form, keysByRole, type Question } from '../../../engine/index.ts'
import { withheldKeys } from './withheld-keys.ts'

/**
 * The JSON Schema of the row of an application as a token with these rights reads it: each key with its label, and the
 * values of a choice with theirs.
 */
export function rowSchema(form: Form, rights: readonly string[]): Readonly<Record<string, unknown>> {
  const items = everyItem(form)
  const entryOf = new Map(
    items.flatMap((item) => (item.kind === 'entry' ? item.keys.map((key) => [key, item.title]) : [])),
  )
  const properties: Record<string, object> = {}
  for (const key of form.keys) {
    const variants = items.flatMap((item) => ('key' in item && item.key === key ? [item] : []))
    const label = variants[0]?.label ?? key
    const entry = entryOf.get(key)
    properties[key] = { type: 'string', title: entry ? `${entry}: ${label}` : label, ...optionsOf(variants) }
  }
  for (const item of items) {
    const { list_id: key } = item.kind === 'school' ? keysByRole(item) : {}
    if (key) properties[key] = { type: 'string', title: 'Record of the school that was chosen from the list' }
  }
  for (const [key, title] of Object.entries(added)) properties[key] = { type: 'string', title }
  for (const key of withheldKeys(form, rights)) delete properties[key]
  return {
    ...{ $schema: 'https://json-schema.org/draft/2020-12/schema', title: `The form, version ${form.version}` },
    ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  }
}

/** What a row has besides answers. */
const added = {
  school_code: 'Code of the school that sends this',
  intended_student_type: 'Type of student',
  form_version: 'Version of the form',
}

/** The values of all lists of a question, which is empty where it was not asked. Years are not listed. */
function optionsOf(variants: readonly Question[]): object {
  const lists = variants.flatMap((each) =>
    each.kind === 'choice' && Array.isArray(each.options) ? [each.options] : [],
  )
  if (lists.length === 0 || lists.length < variants.length) return {}
  const labels = new Map<string, string>([['', ''], ...lists.flat()])
  return { oneOf: [...labels].map(([value, title]) => ({ const: value, title })) }
}
