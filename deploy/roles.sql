-- The database and its two users (docs/operating.md, PostgreSQL). An administrator runs this once, with psql 14 or later:
--   CAUSEWAY_OWNER_PASSWORD='…' CAUSEWAY_APP_PASSWORD='…' psql -v ON_ERROR_STOP=1 -f deploy/roles.sql
-- Then `npm run migrate` makes the tables and gives causeway_app its rights on each of them.
\getenv owner_password CAUSEWAY_OWNER_PASSWORD
\getenv app_password CAUSEWAY_APP_PASSWORD

-- Owns the tables and changes them: only MIGRATION_DATABASE_URL names this user.
create role causeway_owner login password :'owner_password';
-- Reads and writes rows: DATABASE_URL of every server and worker.
create role causeway_app login password :'app_password';

create database causeway owner causeway_owner;
revoke all on database causeway from public;
grant connect on database causeway to causeway_app;
