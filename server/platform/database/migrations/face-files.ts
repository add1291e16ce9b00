import { statements } from './statements.ts'

/**
 * What pages load of the face of an institution, now or under an earlier edition: pictures that the server has drawn, and
 * style sheets of its own making. Each is found by what it holds, and none is ever altered. `made_of` names the file of an
 * institution from which a picture was drawn, so that it is drawn once for all servers.
 */
export const faceFiles = statements(
  `create table face_file (
    hash text primary key check (hash = encode(sha256(content), 'hex')),
    type text not null check (type in ('image/png', 'text/css; charset=utf-8')),
    content bytea not null check (octet_length(content) <= 2097152),
    made_of text,
    added_at timestamptz not null default clock_timestamp()
  )`,
  'create index face_file_address on face_file (left(hash, 24))',
  'create index face_file_made_of on face_file (made_of) where made_of is not null',
  `create function keep_face_file() returns trigger language plpgsql as $$
  begin
    raise exception 'face_file may not be changed or emptied: pages of every edition name its rows';
  end $$`,
  'create trigger keep_face_file before update or delete on face_file for each row execute function keep_face_file()',
  'create trigger keep_face_files before truncate on face_file for each statement execute function keep_face_file()',
)
