import { statements } from './statements.ts'

/** The staff's queue shows what became of the mails of each application. */
export const mailsOfAnApplication = statements(
  'create index on sent_mail (application_id) where application_id is not null',
)
