import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const NONCE = 12 // bytes
const TAG = 16 // bytes

/** Encrypts with AES-256-GCM and a random nonce: nonce, ciphertext, tag. `context` must be given again to decrypt. */
export function encrypt(key: KeyObject, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts; throws if a byte was changed, or the key or the context is another. */
export function decrypt(key: KeyObject, encrypted: Uint8Array, context: string): Buffer {
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

/** Bytes of the nonce before each ciphertext. */
export const nonceLength = NONCE
