import crypto, { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '../../platform/database/index.ts'
import { isSame } from './is-same.ts'

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
