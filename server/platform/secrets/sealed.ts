import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'

/**
 * An encrypted text as stored: the id of its key, nonce and ciphertext (with its tag) in base64, and whether it was
 * compressed before.
 */
export const sealedSchema = z.object({
  kid: z.string(),
  nonce: z.string(),
  data: z.string(),
  zip: z.literal('deflate').optional(),
})

/** An encrypted text as stored. */
export type Sealed = z.infer<typeof sealedSchema>

/** Encrypts texts and decrypts them again. */
export type Sealer = {
  /**
   * Encrypts a text. `context` says where the value belongs, such as `application:<id>:ssn`. Decrypting needs the same
   * context, so an encrypted value cannot be moved elsewhere.
   */
  readonly seal: (plain: string, context: string) => Sealed
  /** The same for a long text: compressed first, because what is encrypted no longer can be. */
  readonly sealCompressed: (plain: string, context: string) => Sealed
  /** Decrypts; throws if the value was changed or belongs to another context, or if its key is gone. */
  readonly open: (sealed: Sealed, context: string) => string
  /** Whether the key of this value is here. */
  readonly hasKeyOf: (sealed: Sealed) => boolean
}

/** A key with the id that everything encrypted with it bears. An object, because bytes are five times as slow. */
export type NamedKey = { readonly id: string; readonly key: KeyObject }

/** Encrypts a text. */
export function seal({ id, key }: NamedKey, plain: Uint8Array | string, context: string): Sealed {
  const encrypted = encrypt(key, typeof plain === 'string' ? Buffer.from(plain) : plain, context)
  const nonce = encrypted.subarray(0, NONCE).toString('base64')
  return { kid: id, nonce, data: encrypted.subarray(NONCE).toString('base64') }
}

/**
 * Compresses and encrypts. Deflate at its usual level makes 8.4 KB of the 85 KB of a full application in 0.7 ms; zstd
 * makes 7.9 KB in as long, but Node calls it experimental, and this is kept for years.
 */
export const sealCompressed = (key: NamedKey, plain: string, context: string): Sealed => ({
  ...seal(key, deflateRawSync(plain), context),
  zip: 'deflate',
})

const LONGEST = 64 * 1024 ** 2 // bytes of a text

/** Decrypts what `seal` or `sealCompressed` made with the same key. */
export function open({ key }: NamedKey, { nonce, data, zip }: Sealed, context: string): Buffer {
  const plain = decrypt(key, Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(data, 'base64')]), context)
  return zip === undefined ? plain : inflateRawSync(plain, { maxOutputLength: LONGEST })
}

/** A value sealed by another sealer, or anew by the same one, in the same form; checked by opening it again. */
export function sealAgain(
  sealed: Sealed,
  context: string,
  from: Sealer,
  to: Sealer,
  isCompressed = sealed.zip !== undefined,
): Sealed {
  const plain = from.open(sealed, context)
  const again = isCompressed ? to.sealCompressed(plain, context) : to.seal(plain, context)
  if (to.open(again, context) !== plain) throw new Error('A value that was encrypted again cannot be read.')
  return again
}

/** The id that everything encrypted with the data key of its application bears. No secret key's id has a colon. */
export const DATA_KEY = ':data'

/** Encrypts what belongs to one owner with the owner's data key. */
export type DataSealer = Sealer & {
  /** The same for bytes, such as those of a file. */
  readonly sealBytes: (plain: Uint8Array, context: string) => Buffer
  readonly openBytes: (sealed: Uint8Array, context: string) => Buffer
  /** How many bytes longer they are then. */
  readonly overhead: number
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
    sealCompressed: (plain, context) => sealCompressed(own, plain, context),
    open: (sealed, context) => (isOwn(sealed) ? open(own, sealed, context).toString() : earlier.open(sealed, context)),
    hasKeyOf: (sealed) => isOwn(sealed) || earlier.hasKeyOf(sealed),
    sealBytes: (plain, context) => encrypt(key, plain, context),
    openBytes: (sealed, context) => decrypt(key, sealed, context),
    overhead: NONCE + TAG,
  }
}

const contextOf = (owner: string) => `data key:${owner}`

const algorithm = 'aes-256-gcm'
const NONCE = 12 // bytes
const TAG = 16 // bytes

/** Encrypts with AES-256-GCM and a random nonce: nonce, ciphertext, tag. `context` must be given again to decrypt. */
function encrypt(key: KeyObject, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts; throws if a byte was changed, or the key or the context is another. */
function decrypt(key: KeyObject, encrypted: Uint8Array, context: string): Buffer {
  try {
    const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, NONCE), {
      // Without this, a shortened tag, which is quickly guessed, would be accepted.
      authTagLength: TAG,
    }).setAAD(Buffer.from(context))
    decipher.setAuthTag(encrypted.subarray(Math.max(NONCE, encrypted.length - TAG)))
    return Buffer.concat([decipher.update(encrypted.subarray(NONCE, -TAG)), decipher.final()])
  } catch (cause) {
    throw new Error('An encrypted value cannot be decrypted: it was changed, or it belongs to another context.', {
      cause,
    })
  }
}
