import { statements } from './statements.ts'

/**
 * Accounts that were erased, with or without an application, so that a restored database loses them again
 * (docs/decisions/0072). A trigger writes them, whatever removes an account; a sign-up that was never confirmed is none.
 */
export const erasedAccounts = statements(
  `create table erased_account (
    account_id text primary key,
    erased_at timestamptz not null default clock_timestamp(),
    listed_at timestamptz
  )`,
  'create index on erased_account (erased_at) where listed_at is null',
  `create function record_erased_account() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    delete from successful_login where account_id = old.id;
    delete from phone_link where account_id = old.id;
    delete from sent_mail where account_id = old.id and application_id is null;
    delete from verification where value = old.id;
    if old."emailVerified" then
      insert into erased_account (account_id) values (old.id) on conflict (account_id) do update set listed_at = null;
    end if;
    return null;
  end $$`,
  `create trigger erased_account_is_recorded after delete on "user"
    for each row execute function record_erased_account()`,
  'revoke execute on function record_erased_account() from public',
)
