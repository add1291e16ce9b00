import { type Desk, inSeconds } from './desk.ts'
import { CODE_LIFE } from './lifetimes.ts'

/** Mails a new code to confirm an address; with it earlier ones no longer count, and its tries begin anew. */
export async function mailCode(desk: Desk, username: string): Promise<void> {
  const code = await desk.auth.api.createVerificationOTP({ body: { email: username, type: 'email-verification' } })
  await desk.mail.enqueue(desk.db, {
    kind: 'confirm_code',
    to: username,
    values: { code, valid_until: inSeconds(desk, CODE_LIFE).toISOString() },
  })
}
