import { betterAuth } from 'better-auth'
import type { BaseLogger } from 'pino'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { SESSION_LIFE } from './lifetimes.ts'
import type { PasswordHashes } from './password-hashes.ts'

const MAX_PASSWORD_LENGTH = 1000 // characters; the same as in the calls of the contract

type AuthDeps = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'derive'>
  readonly settings: Pick<Settings, 'baseUrl'>
  readonly hashes: PasswordHashes
  readonly log: Pick<BaseLogger, 'error'>
}

/**
 * better-auth as a library for passwords, links and sessions. It is called through `auth.api` and never mounted; its
 * own routes, cookies and limits are not used (docs/decisions/0003).
 */
export function createAuth({ database, keyRing, settings, hashes, log }: AuthDeps) {
  return betterAuth({
    database: { db: database.db, type: 'postgres' },
    baseURL: settings.baseUrl,
    secret: keyRing.derive('better-auth').export().toString('base64'),
    session: { expiresIn: SESSION_LIFE },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      // The form alone defines what a valid password is.
      minPasswordLength: 1,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: hashes,
    },
    // Expired links are kept for a while, so that a late user is told why; `logIn` deletes them.
    verification: {
      disableCleanup: true,
      storeIdentifier: { default: 'plain', overrides: { 'reset-password:': 'hashed' } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Only the message: the further arguments may contain an address.
      log: (_, message) => log.error({ from: 'better-auth' }, message),
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
