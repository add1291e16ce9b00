import { statements } from './statements.ts'

/** What is certified about an erasure: how much was removed, and whether the files of the database were searched for it. */
export const erasureCertificates = statements(
  `alter table erasure
    add column removed jsonb not null default '{}',
    add column searched jsonb`,
)
