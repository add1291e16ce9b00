import type { BaseLogger } from 'pino'
import type { Institution } from '../../../api/index.ts'
import { commonWords, isEasyToGuess } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { todayAt } from '../../running/institution/index.ts'
import type { Mail } from '../../running/mail/index.ts'
import {
  createEmailCodes,
  createKnownBrowsers,
  createLoginCodes,
  createPasswordHashes,
  createSignUpSecrets,
} from './account-secrets.ts'
import type { AccountDeps, Accounts } from './accounts.ts'
import { breachedPasswords } from './breached-passwords.ts'
import { devices, endDevice, endOtherDevices } from './devices.ts'
import { askEmailChange, confirmEmailChange, endEmailChange, pendingEmailChange } from './email-change.ts'
import { logIn, mailLoginCode } from './log-in.ts'
import { changePassword, forgotPassword, isPasswordOf, resetPassword } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { confirm, resendConfirm, signUp } from './sign-up.ts'
import { refusedPassword, validateInput } from './validate-input.ts'

type AccountsDeps = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'derive' | 'deriveEach'>
  readonly settings: Pick<Settings, 'baseUrl' | 'breachedPasswords'>
  readonly institution: Pick<Institution, 'time_zone' | 'partner_name' | 'partner_short_name' | 'vendor' | 'address'>
  readonly mail: Mail
  readonly log: Pick<BaseLogger, 'error'>
  readonly now?: () => Date
}

/** Creates the account service; `now` lets tests move the clock. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { database, keyRing, settings, mail, now = () => new Date() } = deps
  const sessions = createSessions(database, keyRing, now)
  const validate: AccountDeps['validate'] = (form, input) =>
    validateInput(form, input, todayAt(deps.institution.time_zone, now()))
  const isBreached = breachedPasswords(deps)
  const hashes = createPasswordHashes(database)
  const accountDeps: AccountDeps = {
    db: database.db,
    hashes,
    sessions,
    mail,
    baseUrl: settings.baseUrl,
    secrets: createSignUpSecrets(keyRing, hashes),
    emailCodes: createEmailCodes(keyRing),
    loginCodes: createLoginCodes(keyRing, now),
    now,
    validate,
    validateNewPassword: async (form, input, username) => {
      const validated = validate(form, input)
      if (validated.kind === 'invalid') return validated
      const known = { ...deps.institution, username }
      if (isEasyToGuess(input.password, known, await knownWords())) return refusedPassword(form, 'easy')
      return (await isBreached(input.password)) ? refusedPassword(form, 'breached') : validated
    },
  }
  return {
    signUp: (input, network, earlierProof) => signUp(accountDeps, input, network, earlierProof),
    confirm: (input, proof) => confirm(accountDeps, input, proof),
    resendConfirm: (input, proof) => resendConfirm(accountDeps, input, proof),
    login: (input, how) => logIn(accountDeps, input, how),
    mailLoginCode: (username) => mailLoginCode(accountDeps, username),
    forgotPassword: (input) => forgotPassword(accountDeps, input),
    resetPassword: (input, sessionToKeep) => resetPassword(accountDeps, input, sessionToKeep),
    changePassword: (who, input, sessionToKeep) => changePassword(accountDeps, who, input, sessionToKeep),
    askEmailChange: (accountId, input) => askEmailChange(accountDeps, accountId, input),
    pendingEmailChange: (accountId) => pendingEmailChange(accountDeps, accountId),
    confirmEmailChange: (accountId, input, sessionToKeep) =>
      confirmEmailChange(accountDeps, accountId, input, sessionToKeep),
    cancelEmailChange: (accountId) => endEmailChange(accountDeps.db, accountId),
    devices: (who) => devices(accountDeps, who),
    endDevice: (accountId, id) => endDevice(accountDeps, accountId, id),
    endOtherDevices: (who) => endOtherDevices(accountDeps, who),
    isPasswordOf: (accountId, password) => isPasswordOf(accountDeps, accountId, password),
    signUpOf: accountDeps.secrets.proofHashIn,
    knownBrowsers: createKnownBrowsers(accountDeps, keyRing),
    logout: sessions.end,
    sessionOf: sessions.sessionOf,
  }
}

let unpacked: Promise<ReadonlySet<string>> | undefined

/** 40,000 words that come first in published lists of passwords, unpacked when somebody first chooses one. */
function knownWords(): Promise<ReadonlySet<string>> {
  unpacked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => commonWords(Object.values(dictionary)))
  return unpacked
}
