import { statements } from './statements.ts'

/**
 * A sign-up waits here until its code is entered; only then is an account created (docs/decisions/0023). Unconfirmed
 * accounts from older releases are deleted: nobody could log in with them, so they have no application, and their
 * owners can sign up again.
 */
export const pendingSignUps = statements(
  `create table pending_sign_up (
    id bigint generated always as identity primary key,
    email text not null,
    network_hash text not null,
    proof_hash text not null unique,
    password_hash text not null,
    code_number integer not null default 1,
    code_expires_at timestamptz not null,
    tries_left integer not null,
    is_decoy boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index on pending_sign_up (email)',
  'create index on pending_sign_up (expires_at)',
  `delete from "user" where not "emailVerified" and id not in (select account_id from application)`,
  `delete from verification where identifier like 'email-verification-otp-%'`,
)
