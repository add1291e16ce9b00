import crypto, { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { canonicalCode } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { type KeyRing, newToken, tokenHash } from '../../platform/secrets/index.ts'
import { LOGIN_CODE_LIFE } from './lifetimes.ts'

/** The secrets that prove a pending sign-up, and how to compare them without storing them (docs/decisions/0023). */
export type SignUpSecrets = {
  /** The cookie for the browser that signs up an address, and the hash that finds its record. */
  readonly newProof: (username: string) => { readonly proof: string; readonly hash: string }
  /** The hash of such a cookie; undefined if it was not issued for this address. */
  readonly proofHashIn: (proof: string | undefined, username: string) => string | undefined
  /** The six digits of a sign-up's code. They are derived, so the same code can be mailed again and none is stored. */
  readonly codeOf: (signUp: { readonly proof_hash: string; readonly code_number: number }) => string
  /** The hash that the account will have, with one salt per address: one hash compares with all its sign-ups. */
  readonly passwordHash: (username: string, password: string) => Promise<string>
  /** Whether a sign-up is of the present key. No proof of an earlier one is recognized, so no code confirms it. */
  readonly isOfThisKey: (signUp: { readonly email: string; readonly password_hash: string }) => boolean
  /** The network of a sign-up, for counting only. */
  readonly networkHash: (network: string) => string
}

export function createSignUpSecrets(keyRing: Pick<KeyRing, 'derive'>, hashes: PasswordHashes): SignUpSecrets {
  const hmacWith = (purpose: string) => {
    const key = keyRing.derive(purpose)
    return (text: string) => createHmac('sha256', key).update(text).digest()
  }
  const [proofs, codes] = [hmacWith('sign-up proofs'), hmacWith('confirmation codes')]
  const [salts, networks] = [hmacWith('sign-up salts'), hmacWith('sign-up networks')]
  const saltOf = (username: string) => salts(username).subarray(0, 16)
  const signed = (token: string, username: string) => `${token}.${proofs(`${token} ${username}`).toString('base64url')}`
  return {
    newProof: (username) => {
      const token = newToken()
      return { proof: signed(token, username), hash: tokenHash(token) }
    },
    proofHashIn: (proof = '', username) => {
      const [token = ''] = proof.split('.')
      return isSame(proof, signed(token, username)) ? tokenHash(token) : undefined
    },
    codeOf: ({ proof_hash, code_number }) => {
      const digits = codes(`${proof_hash} ${code_number}`).readUIntBE(0, 6) % 1_000_000
      return String(digits).padStart(6, '0')
    },
    passwordHash: (username, password) => hashes.hash(password, saltOf(username)),
    isOfThisKey: ({ email, password_hash }) => hashes.hasSalt(password_hash, saltOf(email)),
    networkHash: (network) => networks(network).toString('base64url'),
  }
}

/** The six digits that confirm a change of an address. They are derived, as those of a sign-up, so none is stored. */
export type EmailCodes = {
  readonly codeOf: (change: { readonly id: number; readonly account_id: string; readonly new_email: string }) => string
}

export function createEmailCodes(keyRing: Pick<KeyRing, 'derive'>): EmailCodes {
  const key = keyRing.derive('email changes')
  return {
    codeOf: ({ id, account_id, new_email }) => {
      const digest = createHmac('sha256', key).update(`${id} ${account_id} ${new_email}`).digest()
      return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
    },
  }
}

/**
 * The code that an unknown browser must enter with the password after very many wrong passwords for one account. It is
 * derived, and the same for everybody for half an hour: a stranger's try does not invalidate it, and one mail serves
 * however many people ask. The code alone opens nothing.
 */
export type LoginCodes = {
  /** The code to mail now; it is valid for at least LOGIN_CODE_LIFE. */
  readonly current: (username: string) => { readonly code: string; readonly validUntil: Date }
  readonly isRight: (username: string, code: string) => boolean
}

export function createLoginCodes(keyRing: Pick<KeyRing, 'deriveEach'>, now: () => Date): LoginCodes {
  const keys = keyRing.deriveEach('login codes')
  const period = () => Math.floor(now().getTime() / 1000 / LOGIN_CODE_LIFE)
  const codeIn = (username: string, number: number, key = keys[0]) => {
    const digits = createHmac('sha256', key).update(`${number} ${username}`).digest().readUIntBE(0, 6) % 1_000_000
    return String(digits).padStart(6, '0')
  }
  return {
    current: (username) => ({
      code: codeIn(username, period()),
      validUntil: new Date((period() + 2) * LOGIN_CODE_LIFE * 1000),
    }),
    isRight: (username, code) =>
      [period(), period() - 1].some((number) =>
        keys.some((key) => isSame(codeIn(username, number, key), canonicalCode(code))),
      ),
  }
}

/**
 * The browsers that have logged in to an account. Only the limits use them: failures of strangers do not count for a
 * known browser. The browser keeps a signed entry for each of its accounts, which names neither the account nor the
 * person, and ends with the password: a stolen browser is a stranger's from then on.
 */
export type KnownBrowsers = {
  /** The name under which this browser is counted for an account; undefined if it has never logged in to it. */
  readonly nameOf: (cookie: string | undefined, username: string) => Promise<string | undefined>
  /** The cookie of this browser after a login to the account. */
  readonly withAccount: (cookie: string | undefined, username: string) => Promise<string>
}

/** A family's computer has few accounts; a computer lab's has many, and only the latest are kept. */
const MAX_ACCOUNTS = 8

export function createKnownBrowsers({ db }: Pick<Database, 'db'>, keyRing: Pick<KeyRing, 'deriveEach'>): KnownBrowsers {
  const keys = keyRing.deriveEach('known browsers')
  const signed = (name: string, owner: string, key = keys[0]) =>
    `${name}.${createHmac('sha256', key).update(`${name} ${owner}`).digest('base64url')}`
  const nameIn = (entry: string) => entry.split('.', 1)[0] ?? ''
  const belongsTo = (owner: string) => (entry: string) =>
    keys.some((key) => isSame(entry, signed(nameIn(entry), owner, key)))
  /** An address with the password that it has now. One without an account costs the same look. */
  const ownerOf = async (username: string) => {
    const account = db.selectFrom('account').innerJoin('user', 'user.id', 'account.userId').select('password')
    const found = await account.where('email', '=', username).executeTakeFirst()
    return `${username} ${found?.password ?? ''}`
  }
  const entriesIn = (cookie = '') => cookie.split('~').filter((entry) => entry !== '')
  return {
    nameOf: async (cookie, username) => {
      const entries = entriesIn(cookie).slice(0, MAX_ACCOUNTS)
      if (entries.length === 0) return undefined
      const entry = entries.find(belongsTo(await ownerOf(username)))
      return entry === undefined ? undefined : nameIn(entry)
    },
    withAccount: async (cookie, username) => {
      const entries = entriesIn(cookie)
      const owner = await ownerOf(username)
      const own = entries.find(belongsTo(owner)) ?? signed(newToken(), owner)
      return [own, ...entries.filter((entry) => entry !== own)].slice(0, MAX_ACCOUNTS).join('~')
    },
  }
}

/** How this installation hashes passwords, and compares them with what it stores (docs/decisions/0094). */
export type PasswordHashes = {
  /** The hash to store. The same salt of 16 bytes gives the same hash. */
  readonly hash: (password: string, salt?: Buffer) => Promise<string>
  /** False for what is no hash of ours. */
  readonly verify: (stored: { readonly hash: string; readonly password: string }) => Promise<boolean>
  /** Whether a stored hash was made with this salt. */
  readonly hasSalt: (hash: string, salt: Buffer) => boolean
}

export function createPasswordHashes({ db }: Pick<Database, 'db'>): PasswordHashes {
  const read = () => db.selectFrom('installation').select('hashes_passwords_with').executeTakeFirstOrThrow()
  let installation: Awaited<ReturnType<typeof read>> | undefined
  return {
    hash: async (password, salt = randomBytes(16)) => {
      installation ??= await read()
      const hash = installation.hashes_passwords_with === 'argon2id' ? argon2id : scryptHash
      return hash(normalized(password), salt)
    },
    verify: async ({ hash, password }) => {
      const { salt: saltOfScrypt } = SCRYPT_HASH.exec(hash)?.groups ?? {}
      if (saltOfScrypt !== undefined)
        return isSame(await scryptHash(normalized(password), Buffer.from(saltOfScrypt, 'hex')), hash)
      const stored = ARGON2ID.exec(hash)?.groups
      if (stored === undefined) return false
      const { memory, passes, parallelism, salt = '' } = stored
      const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
      return isSame(await argon2id(normalized(password), Buffer.from(salt, 'base64'), cost), hash)
    },
    hasSalt: (hash, salt) => {
      const stored = ARGON2ID.exec(hash)?.groups
      return stored
        ? Buffer.from(stored.salt ?? '', 'base64').equals(salt)
        : hash.startsWith(`${salt.toString('hex')}:`)
    },
  }
}

/** The same password typed on another keyboard is the same password. */
const normalized = (password: string) => password.normalize('NFKC')

/** The least that OWASP recommends for Argon2id. Memory is in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

/** The standard text of such a hash; it tells its cost, so that new hashes can cost more. */
const ARGON2ID = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[^$]+)\$[^$]+$/

async function argon2id(message: string, nonce: Buffer, cost = COST): Promise<string> {
  const key = await promisify(crypto.argon2)('argon2id', { message, nonce, tagLength: 32, ...cost })
  const [salt, tag] = [nonce, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${tag}`
}

/** What installations of the first releases hash with. */
const SCRYPT = { N: 16_384, r: 16, p: 1, length: 64 }
const SCRYPT_HASH = /^(?<salt>(?:[\da-f]{2})+):[\da-f]{128}$/

/** Salt and key in hexadecimal digits. The digits of the salt are hashed, not its bytes: so the first releases did. */
async function scryptHash(password: string, nonce: Buffer): Promise<string> {
  const { length, ...cost } = SCRYPT
  const salt = nonce.toString('hex')
  const maxmem = 256 * cost.N * cost.r
  const key = await promisify<string, string, number, object, Buffer>(scrypt)(password, salt, length, {
    ...cost,
    maxmem,
  })
  return `${salt}:${key.toString('hex')}`
}

/** Whether two strings are equal, in a time that does not reveal how much of them is. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
