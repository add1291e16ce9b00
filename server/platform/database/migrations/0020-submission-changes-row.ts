import { statements } from './statements.ts'

/**
 * A submission changes the row of its application, though none of its values. A save changes the row only if it is
 * still the one that the save has read, so nothing is written into an application after its submission, whichever
 * release takes it.
 */
export const submissionChangesRow = statements(
  `create function change_submitted_row() returns trigger language plpgsql as $$
  begin
    update application set revision = revision where id = new.application_id;
    return null;
  end $$`,
  `create trigger submission_changes_row after insert on submission
    for each row execute function change_submitted_row()`,
)
