import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { exportRights } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Edition } from '../../running/institution/index.ts'
import { rowSchema } from './row-schema.ts'

/**
 * Tells other systems, by a change of the feed, that the form asks, offers or calls something otherwise than when they were
 * told last. Each server does this before an edition serves in it, so nothing that was signed with it comes before that in
 * the feed; whichever is first tells it, and a release that asks otherwise does so at its start.
 */
export async function tellForm(db: Kysely<Tables>, edition: Edition): Promise<void> {
  const { number, form } = edition
  const digest = createHash('sha256')
    .update(JSON.stringify(rowSchema(edition, exportRights, new Map())))
    .digest('hex')
  await sql`select tell_form(${number}, ${form.version}, ${digest})`.execute(db)
}
