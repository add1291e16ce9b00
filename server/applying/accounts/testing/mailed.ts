import type { MailMessage } from '../../../running/mail/index.ts'

/** The code in a mail for a sign-up, a login or a new address. */
export const codeIn = (mail: MailMessage | undefined): string =>
  mail?.kind === 'confirm_code' || mail?.kind === 'login_code' || mail?.kind === 'email_code'
    ? mail.values.code
    : 'no code'

/** The id in the link of a mail for a new password. */
export const idIn = (mail: MailMessage | undefined): string =>
  mail?.kind === 'reset_link' ? (new URL(mail.values.link).searchParams.get('id') ?? 'no id') : 'no link'

export const secretsIn = (mail: MailMessage): readonly string[] =>
  [codeIn(mail), idIn(mail)].filter((secret) => !secret.startsWith('no '))

export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
