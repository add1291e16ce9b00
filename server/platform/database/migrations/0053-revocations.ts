import { statements } from './statements.ts'

/**
 * What was ended, so that a restored database does not let it live again (docs/decisions/0072): tokens of other systems,
 * access of staff, passwords, and, as one moment for all, sessions and links. Triggers write it, whatever ends them. A
 * person of the staff is named by a hash of issuer and subject, because a restored database may give another the number.
 */
export const revocations = statements(
  `create table revocation (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('token', 'staff', 'password', 'sessions')),
    subject text not null,
    at timestamptz not null default clock_timestamp(),
    listed_at timestamptz
  )`,
  'create index on revocation (kind) where listed_at is null',
  'create index revocation_about on revocation (subject, kind)',
  // Rows of sessions are few, and replaced at each listing.
  `create index revocation_of_sessions on revocation (id) where kind = 'sessions'`,
  `create function staff_subject(issuer text, subject text) returns text language sql immutable
    set search_path = pg_catalog as $$ select encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex') $$`,
  ...(
    [
      ['export_token', 'ended_at', `'token', new.id::text`, 'old.ended_at is null and new.ended_at is not null'],
      [
        'staff_person',
        'ended_at',
        `'staff', staff_subject(new.issuer, new.subject)`,
        'old.ended_at is null and new.ended_at is not null',
      ],
      [
        'account',
        'password',
        `'password', new."userId"`,
        'old.password is distinct from new.password and new.password is not null',
      ],
    ] as const
  ).flatMap(([table, column, values, when]) => [
    `create function record_ended_${table}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      insert into revocation (kind, subject) select ${values}
        where ${table === 'account'} or not exists (select from revocation where (kind, subject) = (${values}));
      return null;
    end $$`,
    `create trigger ended_${table}_is_recorded after update of ${column} on ${table}
      for each row when (${when}) execute function record_ended_${table}()`,
    `revoke execute on function record_ended_${table}() from public`,
  ]),
  // Somebody who came after the backup and whose access was ended has no row in a restored database.
  `create function keep_staff_ended() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    select min(at) into new.ended_at from revocation
      where kind = 'staff' and subject = staff_subject(new.issuer, new.subject);
    return new;
  end $$`,
  `create trigger staff_stays_ended before insert on staff_person
    for each row when (new.ended_at is null) execute function keep_staff_ended()`,
  'revoke execute on function keep_staff_ended() from public',
  // One row until it is listed, however many are ended; what had run out by itself is no matter.
  `create function record_ended_sessions() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    if exists (select from ended where coalesce(to_jsonb(ended) ->> 'expiresAt', to_jsonb(ended) ->> 'ends_at',
        to_jsonb(ended) ->> 'expires_at')::timestamptz > clock_timestamp())
      and not exists (select from revocation where kind = 'sessions' and listed_at is null) then
      insert into revocation (kind, subject) values ('sessions', '');
    end if;
    return null;
  end $$`,
  ...['session', 'staff_session', 'service_link'].map(
    (table) => `create trigger ended_${table}s_are_recorded after delete on ${table}
      referencing old table as ended for each statement execute function record_ended_sessions()`,
  ),
  'revoke execute on function record_ended_sessions() from public',
)
