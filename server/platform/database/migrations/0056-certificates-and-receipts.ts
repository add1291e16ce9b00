import { statements } from './statements.ts'

/** What proves an erasure, and what tells a restored database which receipts it lacks (docs/decisions/0072). */
export const certificatesAndReceipts = statements(
  // How much was removed, and what a search of the database's files for it found.
  `alter table erasure
    add column removed jsonb not null default '{}',
    add column searched jsonb`,
  'alter table erased_account add column scrubbed_at timestamptz',
  // `listed_under` is the secret key under which the storage lists a receipt; null until then.
  `create table receipt (
    application_id uuid not null references application (id) on delete cascade,
    version integer not null,
    listed_under text,
    primary key (application_id, version)
  )`,
  'create index on receipt (application_id) where listed_under is null',
  'insert into receipt (application_id, version) select application_id, version from submission',
  // One that the storage lists and this database did not have. The owner's name and address are sealed.
  `create table lost_receipt (
    application_id uuid not null,
    version integer not null,
    reference text not null,
    submitted_at timestamptz not null,
    owner jsonb not null,
    found_at timestamptz not null default clock_timestamp(),
    primary key (application_id, version)
  )`,
)
