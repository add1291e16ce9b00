import { statements } from './statements.ts'

/** Where each webhook of DELIVERIES_FILE stands. */
export const webhooks = statements(
  `create table webhook (
    name text primary key,
    after_seq bigint not null,
    tries integer not null default 0,
    failing_since timestamptz,
    next_try_at timestamptz not null,
    outcome text not null default '',
    sent_at timestamptz,
    turned_off_at timestamptz,
    claim uuid,
    claimed_until timestamptz
  )`,
)
