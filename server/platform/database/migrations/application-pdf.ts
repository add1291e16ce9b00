import { statements } from './statements.ts'

/**
 * The table of application PDFs gets the name that the product has for them. Servers of the release before go on under
 * the old one: a view, with the rights that the table has at that moment. The next release drops it.
 */
export const applicationPdf = statements(
  'alter table copy rename to application_pdf',
  'create view copy as select * from application_pdf',
  `do $$
  declare each record;
  begin
    for each in
      select conname as name from pg_constraint where conrelid = 'application_pdf'::regclass and conname like 'copy\\_%'
    loop
      execute format('alter table application_pdf rename constraint %I to %I',
        each.name, 'application_pdf' || substr(each.name, length('copy') + 1));
    end loop;
    for each in
      select grantee, privilege_type from pg_class cross join aclexplode(relacl)
      where oid = 'application_pdf'::regclass and privilege_type in ('SELECT', 'INSERT', 'UPDATE')
        and grantee not in (relowner, 0)
    loop
      execute format('grant %s on copy to %s', each.privilege_type, each.grantee::regrole);
    end loop;
    -- The functions stay as they were written, but for this name.
    for each in
      select pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ '\\mcopy\\M'
    loop
      execute regexp_replace(each.definition, '\\mcopy\\M', 'application_pdf', 'g');
    end loop;
  end $$`,
)
