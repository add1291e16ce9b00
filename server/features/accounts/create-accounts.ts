import type { BaseLogger } from 'pino'
import type { Institution } from '../../../api/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { todayAt } from '../institution/index.ts'
import type { Mail } from '../mail/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Accounts } from './accounts.ts'
import { changePassword } from './change-password.ts'
import { confirm } from './confirm.ts'
import { createAuth } from './create-auth.ts'
import { forgotPassword } from './forgot-password.ts'
import { judged } from './judged-input.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { logIn, mailLoginCode } from './log-in.ts'
import { createLoginCodes } from './login-codes.ts'
import { resendConfirm } from './resend-confirm.ts'
import { resetPassword } from './reset-password.ts'
import { createSessions } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { createSignUpSecrets } from './sign-up-secrets.ts'

type AccountsSetup = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'derive'>
  readonly settings: Pick<Settings, 'baseUrl'>
  readonly institution: Pick<Institution, 'time_zone'>
  readonly mail: Mail
  readonly log: Pick<BaseLogger, 'error'>
  readonly now?: () => Date
}

/** Creates the account service; `now` lets tests move the clock. */
export function createAccounts(surroundings: AccountsSetup): Accounts {
  const { database, keyRing, settings, institution, mail, now = () => new Date() } = surroundings
  const sessions = createSessions(database, keyRing, now)
  const deps: AccountDeps = {
    db: database.db,
    auth: createAuth(surroundings),
    sessions,
    mail,
    baseUrl: settings.baseUrl,
    secrets: createSignUpSecrets(keyRing),
    loginCodes: createLoginCodes(keyRing, now),
    now,
    judge: (form, given) => judged(form, given, todayAt(institution.time_zone, now())),
  }
  return {
    signUp: (given, network) => signUp(deps, given, network),
    confirm: (given, proof) => confirm(deps, given, proof),
    resendConfirm: (given, proof) => resendConfirm(deps, given, proof),
    login: (given, how) => logIn(deps, given, how),
    mailLoginCode: (username) => mailLoginCode(deps, username),
    forgotPassword: (given) => forgotPassword(deps, given),
    resetPassword: (given, sessionToKeep) => resetPassword(deps, given, sessionToKeep),
    changePassword: (who, given, sessionToKeep) => changePassword(deps, who, given, sessionToKeep),
    signUpProvenBy: deps.secrets.proofHashIn,
    knownBrowsers: createKnownBrowsers(keyRing),
    logout: sessions.end,
    sessionOf: sessions.sessionOf,
  }
}
