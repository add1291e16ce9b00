import { statements } from './statements.ts'

/**
 * People who signed in with a link of the operator are known by their name as it is compared: of one width, in lower case,
 * with single blanks. Of those who were two only by that, the one whose access was ended counts, else the first.
 */
export const staffSubjects = statements(
  `with folded as (
    select id, lower(regexp_replace(normalize(subject, NFKC), '\\s+', ' ', 'g')) as subject,
      row_number() over (
        partition by lower(regexp_replace(normalize(subject, NFKC), '\\s+', ' ', 'g')) order by ended_at is null, id
      ) as place
    from staff_person where issuer = 'operator'
  )
  update staff_person set subject = folded.subject || case place when 1 then '' else ' #' || place end
  from folded where staff_person.id = folded.id and staff_person.subject <> folded.subject`,
)
