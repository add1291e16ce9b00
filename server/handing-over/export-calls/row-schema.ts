import { type Kysely, sql } from 'kysely'
import { withheldKeys } from '../../../api/index.ts'
import {
  everyItem,
  fillPlaceholders,
  type Options,
  type Question,
  type Register,
  type RegisteredKey,
  registerAt,
} from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { beginsAt, type Edition, isInEffect, optionsTakenOut } from '../../running/institution/index.ts'
import type { ExportCallsDeps } from './source.ts'

/** What a row has besides answers. */
export const addedToRow = {
  school_code: 'Code of the school that sends this',
  intended_student_type: 'Type of student',
  form_version: 'Version of the form',
}

type Described = Pick<Edition, 'form' | 'register' | 'institution'>

/** The JSON Schema of the row as the form is today, or as it was in an earlier version; undefined if there was none. */
export async function rowSchemaAt(
  deps: Pick<ExportCallsDeps, 'database' | 'editionNumbered'> & Described,
  rights: readonly string[],
  version = deps.form.version,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { db } = deps.database
  if (version === deps.form.version) return rowSchema(deps, rights, await optionsTakenOut(db, deps.form))
  if (!deps.register.versions.includes(version)) return undefined
  // The office has had none of a version before its first edition: words are those of today then.
  const { form, institution } = (await lastEditionOf(deps, version)) ?? deps
  const register = registerThen(deps.register, version)
  const schema = rowSchema({ form, institution, register }, rights, await optionsTakenOut(db, form))
  // A row that is read today has the columns of today.
  return { ...schema, title: titled(version), additionalProperties: { type: 'string' } }
}

/** What was asked in a version, with what only a later one does not ask. */
function registerThen(register: Register, version: string): Register {
  const then = registerAt(register, version)
  const isBefore = (last: string) => then.versions.indexOf(last) !== -1 && last !== version
  const keys = then.keys.map(({ last, ...row }) => (last !== undefined && isBefore(last) ? { ...row, last } : row))
  return { ...then, keys }
}

/** The last edition with which the form had this version. */
async function lastEditionOf(
  { database, editionNumbered }: Pick<ExportCallsDeps, 'database' | 'editionNumbered'>,
  version: string,
): Promise<Edition | undefined> {
  const row = await numbersOf(database.db, version).executeTakeFirst()
  return row && editionNumbered(row.number)
}

const numbersOf = (db: Kysely<Tables>, version: string) =>
  db
    .selectFrom('edition')
    .select('number')
    .where(isInEffect)
    // As the engine names it: by the release, and by the edition that changed last what is asked.
    .where(
      sql<boolean>`form_version || coalesce('+' || split_part(content #>> '{structure,versions,-1}', '+', 2), '') = ${version}`,
    )
    .orderBy(beginsAt, 'desc')
    .orderBy('number', 'desc')
    .limit(1)

/**
 * The JSON Schema of the row of an application as a token with these rights reads it: each key that a version of the form
 * ever asked with its label, and the values of a choice with theirs. What is no longer asked stays, with its last version;
 * so does a value that is no longer offered, and is marked.
 */
export function rowSchema(
  { form, register, institution }: Described,
  rights: readonly string[],
  takenOut: ReadonlyMap<string, Options>,
): Readonly<Record<string, unknown>> {
  const variants = new Map<string, Question[]>()
  for (const item of everyItem(form))
    if ('key' in item) variants.set(item.key, [...(variants.get(item.key) ?? []), item])
  const titleOf = ({ key, label, entry, school }: RegisteredKey) => {
    if (school !== undefined) return 'Record of the school that was chosen from the list'
    const [asked] = variants.get(key) ?? []
    const words = fillPlaceholders(label, institution)
    // As the institution words it; of an entry the register has the title before the label.
    if (asked === undefined) return words
    return entry ? `${words.slice(0, words.indexOf(': '))}: ${asked.label}` : asked.label
  }
  const properties: Record<string, object> = {}
  for (const row of register.keys) {
    const known = (row.list ? register.lists[row.list] : undefined) ?? []
    properties[row.key] = {
      type: 'string',
      title: titleOf(row),
      ...(row.last === undefined ? {} : { deprecated: true, description: `Not asked since version ${row.last}.` }),
      ...optionsOf(variants.get(row.key) ?? [], [
        ...(takenOut.get(row.key) ?? []),
        ...known.map(({ value, label }) => [value, label] as const),
      ]),
    }
  }
  for (const [key, title] of Object.entries(addedToRow)) properties[key] = { type: 'string', title }
  for (const key of withheldKeys(register, 'export_row', rights)) delete properties[key]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: titled(form.version),
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** The values of all lists of a question, also those no longer offered; it is empty where it was not asked. Years are not listed. */
function optionsOf(variants: readonly Question[], known: Options): object {
  const lists = variants.flatMap((each) =>
    each.kind === 'choice' && Array.isArray(each.options)
      ? [{ options: each.options, retired: each.retired ?? [] }]
      : [],
  )
  if (lists.length === 0 || lists.length < variants.length) return {}
  // In the order of the lists, with the labels of today; then what only earlier versions and editions of the form offered.
  const offered = new Map<string, string>([['', ''], ...lists.flatMap(({ options }) => options)])
  const labels = new Map(offered)
  for (const [value, label] of [...lists.flatMap(({ retired }) => retired), ...known])
    if (!labels.has(value)) labels.set(value, label)
  return {
    oneOf: [...labels].map(([value, title]) => ({
      const: value,
      title,
      ...(offered.has(value) ? {} : { deprecated: true }),
    })),
  }
}

const titled = (version: string) => `The form, version ${version}`
