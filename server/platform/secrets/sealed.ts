import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { decrypt, encrypt, nonceLength } from './encryption.ts'

/** An encrypted text as stored: the id of its key, and nonce and ciphertext (with its tag) in base64. */
export const sealedSchema = z.object({ kid: z.string(), nonce: z.string(), data: z.string() })

/** An encrypted text as stored. */
export type Sealed = z.infer<typeof sealedSchema>

/** Encrypts texts and decrypts them again. */
export type Sealer = {
  /**
   * Encrypts a text. `context` says where the value belongs, such as `application:<id>:ssn`. Decrypting needs the same
   * context, so an encrypted value cannot be moved elsewhere.
   */
  readonly seal: (plain: string, context: string) => Sealed
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
  const nonce = encrypted.subarray(0, nonceLength).toString('base64')
  return { kid: id, nonce, data: encrypted.subarray(nonceLength).toString('base64') }
}

/** Decrypts what `seal` made with the same key. */
export const open = ({ key }: NamedKey, { nonce, data }: Sealed, context: string): Buffer =>
  decrypt(key, Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(data, 'base64')]), context)

/** A value sealed by another sealer, checked by opening it again. */
export function sealAgain(sealed: Sealed, context: string, from: Sealer, to: Sealer): Sealed {
  const plain = from.open(sealed, context)
  const again = to.seal(plain, context)
  if (to.open(again, context) !== plain) throw new Error('A value that was encrypted again cannot be read.')
  return again
}
