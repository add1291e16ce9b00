import { statements } from './statements.ts'

/**
 * New installations hash passwords with Argon2id (docs/decisions/0094). Existing ones keep scrypt, which the release
 * before this one can check.
 */
export const passwordHashes = statements(
  `alter table installation add column hashes_passwords_with text not null default 'argon2id'
    check (hashes_passwords_with in ('argon2id', 'scrypt'))`,
  // A new installation is made in the same transaction as this column.
  `update installation set hashes_passwords_with = 'scrypt' where created_at < now()`,
)
