import type { BaseLogger } from 'pino'
import type { Institution } from '../../../api/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { todayAt } from '../institution/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Accounts } from './accounts.ts'
import { changePassword } from './change-password.ts'
import { confirm } from './confirm.ts'
import type { Desk } from './desk.ts'
import { forgotPassword } from './forgot-password.ts'
import { judged } from './judged-input.ts'
import { openKnownBrowsers } from './known-browsers.ts'
import { logIn, mailLoginCode } from './log-in.ts'
import { openLoginCodes } from './login-codes.ts'
import { openAuth } from './open-auth.ts'
import { resendConfirm } from './resend-confirm.ts'
import { resetPassword } from './reset-password.ts'
import { openSessions } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { openSignUpSecrets } from './sign-up-secrets.ts'

type Surroundings = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'derive'>
  readonly settings: Pick<Settings, 'baseUrl'>
  readonly institution: Pick<Institution, 'time_zone'>
  readonly mail: Mail
  readonly log: Pick<BaseLogger, 'error'>
  readonly now?: () => Date
}

/** Opens the accounts; `now` is for tests that move the clock. */
export function openAccounts(surroundings: Surroundings): Accounts {
  const { database, keyRing, settings, institution, mail, now = () => new Date() } = surroundings
  const sessions = openSessions(database, keyRing, now)
  const desk: Desk = {
    db: database.db,
    auth: openAuth(surroundings),
    sessions,
    mail,
    baseUrl: settings.baseUrl,
    secrets: openSignUpSecrets(keyRing),
    loginCodes: openLoginCodes(keyRing, now),
    now,
    judge: (form, given) => judged(form, given, todayAt(institution.time_zone, now())),
  }
  return {
    signUp: (given, network) => signUp(desk, given, network),
    confirm: (given, proof) => confirm(desk, given, proof),
    resendConfirm: (given, proof) => resendConfirm(desk, given, proof),
    login: (given, how) => logIn(desk, given, how),
    mailLoginCode: (username) => mailLoginCode(desk, username),
    forgotPassword: (given) => forgotPassword(desk, given),
    resetPassword: (given, sessionToKeep) => resetPassword(desk, given, sessionToKeep),
    changePassword: (who, given, sessionToKeep) => changePassword(desk, who, given, sessionToKeep),
    signUpProvenBy: desk.secrets.proofHashIn,
    knownBrowsers: openKnownBrowsers(keyRing),
    logout: sessions.end,
    sessionOf: sessions.sessionOf,
  }
}
