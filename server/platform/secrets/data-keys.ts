import { createSecretKey, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './encryption.ts'
import { type NamedKey, open, type Sealed, type Sealer, seal } from './sealed.ts'

/** The id that everything encrypted with the data key of its application bears. No secret key's id has a colon. */
export const DATA_KEY = ':data'

/** Encrypts what belongs to one owner with the owner's data key. */
export type DataSealer = Sealer & {
  /** The same for bytes, such as those of a file. */
  readonly sealBytes: (plain: Uint8Array, context: string) => Buffer
  readonly openBytes: (sealed: Uint8Array, context: string) => Buffer
}

/** Whose a data key is, and the id that what it encrypts bears. */
export type DataKeyOwner = { readonly owner: string; readonly id?: string }

/** A new data key, encrypted with a secret key. */
export const newDataKey = (secretKey: NamedKey, owner: string): Sealed =>
  seal(secretKey, randomBytes(32), contextOf(owner))

/** The same data key, encrypted with another secret key. */
export const rewrapDataKey = (from: NamedKey, to: NamedKey, dataKey: Sealed, owner: string): Sealed =>
  seal(to, open(from, dataKey, contextOf(owner)), contextOf(owner))

/** Decrypts a data key and encrypts with it. What was encrypted before the owner had one is left to `earlier`. */
export function dataSealer(
  secretKey: NamedKey,
  dataKey: Sealed,
  { owner, id = DATA_KEY }: DataKeyOwner,
  earlier: Sealer,
): DataSealer {
  const key = createSecretKey(open(secretKey, dataKey, contextOf(owner)))
  const own = { id, key }
  const isOwn = ({ kid }: Sealed) => kid === id
  return {
    seal: (plain, context) => seal(own, plain, context),
    open: (sealed, context) => (isOwn(sealed) ? open(own, sealed, context).toString() : earlier.open(sealed, context)),
    hasKeyOf: (sealed) => isOwn(sealed) || earlier.hasKeyOf(sealed),
    sealBytes: (plain, context) => encrypt(key, plain, context),
    openBytes: (sealed, context) => decrypt(key, sealed, context),
  }
}

const contextOf = (owner: string) => `data key:${owner}`
