import { statements } from './statements.ts'

/**
 * Changes of an account's email address, each confirmed by a code that is mailed to the new address, and in the history
 * of answers the device that wrote: null for what a release before this one recorded.
 */
export const accountHelp = statements(
  `create table email_change (
    id bigint generated always as identity primary key,
    account_id text not null references "user" ("id") on delete cascade,
    old_email text not null,
    new_email text not null,
    is_decoy boolean not null,
    tries_left integer not null,
    code_expires_at timestamptz not null,
    outcome text check (outcome in ('confirmed', 'ended')),
    created_at timestamptz not null
  )`,
  'create index on email_change (account_id)',
  'create index on email_change (created_at)',
  // An account has one address that waits for its code.
  'create unique index on email_change (account_id) where outcome is null',
  'alter table answer_history add column device text',
)

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

/** The language that an account chose last, for its mails; null until it chooses. */
export const languageOfAccount = statements('alter table "user" add column language text')
