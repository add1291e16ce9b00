import { type Kysely, sql } from 'kysely'
import { everyItem, type Form, type Options } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { isInEffect } from './editions.ts'

/** The keys of the questions of each list that an institution keeps, by the setting that has the list. */
const keysBySetting = Map.groupBy(
  everyItem(admissions).flatMap((item) =>
    item.kind === 'choice' && 'setting' in item.options ? [{ key: item.key, setting: item.options.setting }] : [],
  ),
  ({ setting }) => setting,
)

/**
 * The options that an edition offered which was in effect once, and this form does not, by the key of their question and
 * with what they were called last. Somebody may have signed one. An edition that cannot be read has none.
 */
export async function optionsTakenOut(db: Kysely<Tables>, form: Form): Promise<ReadonlyMap<string, Options>> {
  const { rows } = await sql<{ setting: string; code: string; label: string }>`
    select distinct on (setting, code) setting, option ->> 0 as code, option ->> 1 as label
    from edition
    cross join unnest(${[...keysBySetting.keys()]}::text[]) as setting
    cross join lateral jsonb_path_query(content, ('$.' || setting || '[*]')::jsonpath) as option
    where ${isInEffect} and jsonb_typeof(option) = 'array'
      and option ->> 0 <> '' and option ->> 1 is not null
    order by setting, code, number desc`.execute(db)
  const offered = new Map<string, Set<string>>()
  for (const item of everyItem(form))
    if (item.kind === 'choice') offered.set(item.key, new Set([...(offered.get(item.key) ?? []), ...item.values]))
  const found = new Map<string, Options>()
  for (const { setting, code, label } of rows)
    for (const { key } of keysBySetting.get(setting) ?? [])
      if (offered.get(key)?.has(code) === false) found.set(key, [...(found.get(key) ?? []), [code, label]])
  return found
}
