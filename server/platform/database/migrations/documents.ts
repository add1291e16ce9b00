import { statements } from './statements.ts'

/**
 * What the digital signatures of a document were worth when it came, sealed: who signed may be a person. And where its
 * original is, which alone has them; null without a signature (docs/decisions/0095).
 */
export const signatures = statements(
  'alter table document add column signatures jsonb, add column kept_key text unique',
)
