import { statements } from './statements.ts'

/**
 * What is signed is compressed before it is encrypted (docs/decisions/0061). Servers of the release before cannot read
 * that, so an installation of theirs begins with the first `npm run keys`; a new one begins at once. What was signed before
 * is compressed in the background, by id.
 */
export const compressedSubmissions = statements(
  `alter table installation
    add column compresses_signed boolean not null default false,
    add column signed_compressed_through uuid not null default '00000000-0000-0000-0000-000000000000'`,
  `update installation set compresses_signed = true
    where not exists (select from application) and not exists (select from process)`,
)
