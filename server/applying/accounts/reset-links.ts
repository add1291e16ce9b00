import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'

/** Links for a new password are stored as a hash: a copy of the table opens no account. */
const identifierOf = (id: string) => tokenHash(`reset-password:${id}`)

/** The owner of a link for an address without an account. */
export const signUpLinkOf = (username: string) => `sign-up ${username}`

/** Makes a link for an account, or for the sign-up of an address, and returns what its mail has. */
export async function makeLink(db: Kysely<Tables>, owner: string, expiresAt: Date): Promise<string> {
  const id = newToken()
  await db
    .insertInto('verification')
    .values({ id: randomUUID(), identifier: identifierOf(id), value: owner, expiresAt })
    .execute()
  return id
}

/** Whose a link is and until when it works; undefined if it was used, or never made. */
export const findLink = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('verification')
    .select(['value as owner', 'expiresAt'])
    .where('identifier', '=', identifierOf(id))
    .executeTakeFirst()

/** Uses a link up: of two uses at the same moment one gets false. */
export async function spendLink(db: Kysely<Tables>, id: string, owner: string): Promise<boolean> {
  const used = db.deleteFrom('verification').where('identifier', '=', identifierOf(id)).where('value', '=', owner)
  return (await used.returning('id').execute()).length > 0
}

/** Ends all links of an account or a sign-up. */
export const endLinks = (db: Kysely<Tables>, owner: string): Promise<unknown> =>
  db.deleteFrom('verification').where('value', '=', owner).execute()
