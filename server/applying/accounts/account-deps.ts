import type { Kysely } from 'kysely'
import type { Form } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Mail } from '../../running/mail/index.ts'
import type { EmailCodes } from './email-codes.ts'
import type { LoginCodes } from './login-codes.ts'
import type { PasswordHashes } from './password-hashes.ts'
import type { Sessions } from './sessions.ts'
import type { SignUpSecrets } from './sign-up-secrets.ts'
import type { ValidatedInput } from './validate-input.ts'

type Given = Readonly<Record<string, string>>

/** The dependencies of every account operation. */
export type AccountDeps = {
  readonly db: Kysely<Tables>
  readonly hashes: PasswordHashes
  readonly sessions: Sessions
  readonly mail: Mail
  readonly baseUrl: string
  readonly secrets: SignUpSecrets
  readonly loginCodes: LoginCodes
  readonly emailCodes: EmailCodes
  readonly now: () => Date
  readonly validate: <Input extends Given>(form: Form, input: Input) => ValidatedInput<Input>
  /** The same for a form with a new password, which must not be easy to guess either. */
  readonly validateNewPassword: <Input extends Given & { readonly password: string }>(
    form: Form,
    input: Input,
    username: string,
  ) => Promise<ValidatedInput<Input>>
}

/** The time this many seconds from now, in the form used in mails. */
export const inSeconds = ({ now }: Pick<AccountDeps, 'now'>, seconds: number): Date =>
  new Date(now().getTime() + seconds * 1000)

/** The account of an address. A sign-up waiting for its code is not an account yet. */
export const accountOf = ({ db }: Pick<AccountDeps, 'db'>, username: string) =>
  db.selectFrom('user').select('id').where('email', '=', username).where('emailVerified', '=', true).executeTakeFirst()

/** The newest sign-up of an address that waits for its code. Those beside an account lead nowhere and are left out. */
export const waitingSignUp = ({ db, now }: Pick<AccountDeps, 'db' | 'now'>, username: string) =>
  db
    .selectFrom('pending_sign_up')
    .select('code_expires_at')
    .where('email', '=', username)
    .where('is_decoy', '=', false)
    .where('expires_at', '>', now())
    .orderBy('id', 'desc')
    .executeTakeFirst()
