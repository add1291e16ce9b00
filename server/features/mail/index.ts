export { countMailsUnder } from './count-mails-under.ts'
export { createMail, type Mail } from './create-mail.ts'
export type { MailMessage } from './mail-message.ts'
export { mailPageUrl, mailRoutes } from './mail-routes.ts'
