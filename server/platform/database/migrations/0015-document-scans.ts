import { statements } from './statements.ts'

/** When the bytes of a document were last scanned for malware, and by what; null if they never were. */
export const documentScans = statements(
  'alter table document add column scanned_at timestamptz',
  'alter table document add column scanned_by text',
  'alter table document add check ((scanned_at is null) = (scanned_by is null))',
)
