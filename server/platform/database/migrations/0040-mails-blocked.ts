import { statements } from './statements.ts'

/** Mails that the mail server refused for a reason other than their address: when last. And the codes of its replies. */
export const mailsBlocked = statements('alter table sent_mail add column blocked_at timestamptz, add column reply text')
