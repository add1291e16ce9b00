import { statements } from './statements.ts'

/**
 * The last number that was given to a change of the feed, or that a restored database begins behind. A reader that has
 * seen a higher one read another database.
 */
export const endOfTheFeed = statements(
  `create or replace function end_of_the_feed() returns bigint language sql stable security definer
    set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('public.application_change', 'seq')::regclass), 0)
  $$`,
)
