import { type Kysely, sql } from 'kysely'
import { inTransaction } from './database.ts'
import type { Tables } from './tables.ts'

/** What a server or a worker does to a table, or to one of its columns, besides reading it. */
export type Right = 'insert' | 'update' | 'delete' | `update (${string})`

/**
 * The rights on each table that servers and workers need, and no more: append-only tables can be neither changed nor
 * emptied, except for what their triggers allow to `npm run keys`. `select for update` counts as an update. A right that
 * a release no longer needs is removed in the release after it, because during an upgrade both run (docs/releases.md).
 */
export const rights: Readonly<Record<keyof Tables, readonly Right[]>> = {
  application: ['insert', 'update'],
  // Append-only. Its trigger allows only that a row is sealed, or encrypted again (docs/decisions/0061).
  answer_history: ['insert', 'update (changed, device, sealed)'],
  web_status: ['insert'],
  successful_login: ['insert'],
  validation_report: ['insert', 'update'],
  // Append-only, as answer_history.
  submission: ['insert', 'update (snapshot)'],
  // Written by the function that replaces a submission, and by a trigger, with the rights of the tables' owner.
  earlier_submission: [],
  signed_document: [],
  reopening: ['insert', 'update'],
  document_request: ['insert', 'update'],
  // Append-only.
  withdrawal: ['insert'],
  application_pdf: ['insert', 'update'],
  // Append-only: an edition is confirmed or called off, nothing else.
  edition: ['insert', 'update (confirmed_at, confirmed_by, called_off_at, called_off_by)'],
  edition_draft: ['insert', 'update'],
  edition_count: ['insert', 'update'],
  // Append-only, as edition.
  face_file: ['insert'],
  sent_mail: ['insert', 'update', 'delete'],
  temporary_answers: ['insert', 'update', 'delete'],
  service_link: ['insert', 'delete'],
  phone_link: ['insert', 'update', 'delete'],
  process: ['insert', 'update', 'delete'],
  clock: ['update'],
  document: ['insert', 'update', 'delete'],
  storage_care: ['update'],
  removed_file: ['insert'],
  installation: ['update'],
  secret_key: ['insert', 'delete'],
  pending_sign_up: ['insert', 'update', 'delete'],
  email_change: ['insert', 'update', 'delete'],
  rate_limit: ['insert', 'update', 'delete'],
  audit: ['insert'],
  // Written by its trigger, with the rights of the tables' owner.
  application_change: [],
  // Written by a function with the same rights.
  form_change: [],
  delivery: ['insert', 'update', 'delete'],
  delivery_row: ['insert'],
  acknowledgement: ['insert'],
  export_token: ['insert', 'update'],
  // Its triggers insert with the rights of the tables' owner.
  application_index: ['update'],
  staff_person: ['insert', 'update'],
  staff_link: ['insert', 'update', 'delete'],
  staff_session: ['insert', 'update', 'delete'],
  staff_used_once: ['insert', 'delete'],
  application_note: ['insert'],
  handling: ['insert', 'update'],
  staff_view: ['insert', 'update', 'delete'],
  // Written by the function that erases, with the rights of the tables' owner.
  erasure: ['update (files_erased_at, removed, searched)'],
  erased_account: ['update (listed_at, scrubbed_at)'],
  // Written by triggers too, with the rights of the tables' owner.
  revocation: ['insert', 'update (listed_at)', 'delete'],
  receipt: ['insert', 'update'],
  lost_receipt: ['insert', 'update', 'delete'],
  erasure_request: ['insert', 'delete'],
  hold: ['insert', 'delete'],
  webhook: ['insert', 'update'],
  school_list: ['insert', 'update', 'delete'],
  user: ['insert', 'update', 'delete'],
  session: ['insert', 'update', 'delete'],
  account: ['insert', 'update'],
  verification: ['insert', 'delete'],
}

/** The same for the name under which the release before this one knows a table (0042-application-pdf). */
export const earlierRights: Readonly<Record<string, readonly Right[]>> = { copy: ['insert', 'update'] }

/** What removes rows from append-only tables, each with its own checks. */
const functions = [
  'erase_application(uuid, text, bigint, bigint)',
  'erase_old_audit(timestamptz)',
  'replace_submission(uuid)',
  'tell_form(integer, text, text)',
]

/**
 * Gives a user exactly the rights that servers and workers need on the tables, which belong to the user of `db`. The
 * job queue's tables can be changed but not dropped. Running processes keep working meanwhile.
 */
export const grantRights = (db: Kysely<Tables>, user: string): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const grantee = sql.id(user)
    const run = async (...parts: Parameters<typeof sql>) => void (await sql(...parts).execute(transaction))
    await run`revoke all on all tables in schema public from ${grantee}`
    await run`grant usage on schema public, pgboss to ${grantee}`
    await run`grant select on all tables in schema public to ${grantee}`
    for (const [table, allowed] of Object.entries({ ...rights, ...earlierRights })) {
      if (allowed.length > 0) await run`grant ${sql.raw(allowed.join(', '))} on ${sql.table(table)} to ${grantee}`
    }
    for (const each of functions) await run`grant execute on function ${sql.raw(each)} to ${grantee}`
    await run`grant select, insert, update, delete on all tables in schema pgboss to ${grantee}`
  })
