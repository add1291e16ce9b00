export type { MailMessage } from './mail-message.ts'
export { mailPageUrl, mailRoutes } from './mail-routes.ts'
export { type Mail, openMail } from './open-mail.ts'
