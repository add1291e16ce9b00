import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretKey, Settings } from '../settings/index.ts'
import { localSecretKeys } from './local-secret-keys.ts'
import type { Sealed } from './sealed.ts'

/** The keys of this installation. The first one encrypts and all of them decrypt, so a new key can go in front. */
export type KeyRing = {
  /**
   * Encrypts a text (AES-256-GCM, random nonce). `context` says where the value belongs, such as
   * `application:<id>:ssn`. Decrypting needs the same context, so an encrypted value cannot be moved elsewhere.
   */
  readonly seal: (plain: string, context: string) => Sealed
  /** Decrypts; throws if the value was changed or belongs to another context, or if its key is gone. */
  readonly open: (sealed: Sealed, context: string) => string
  /**
   * 32 bytes for another use (session signing, link signing), always the same for one purpose and first key. A new
   * first key therefore ends the sessions and links signed with the old one.
   */
  readonly derive: (purpose: string) => Buffer
  /** The id and fingerprint of each key, the first key first. */
  readonly fingerprints: readonly KeyFingerprint[]
}

/** Identifies a key without revealing it. */
export type KeyFingerprint = { readonly id: string; readonly fingerprint: string }

/** Creates the key ring from SECRET_KEY, or from the key generated once in DATA_DIR/secret-key. */
export function createKeyRing(settings: Pick<Settings, 'secretKeys' | 'dataDir'>): KeyRing {
  const keys = settings.secretKeys.length > 0 ? settings.secretKeys : localSecretKeys(settings)
  const [first] = keys
  if (first === undefined) throw new Error('A key ring needs a key.')
  return {
    seal: (plain, context) => seal(first, plain, context),
    open: (sealed, context) => {
      const key = keys.find(({ id }) => id === sealed.kid)
      if (key === undefined) throw new Error(`No key with the id ${sealed.kid} is known: add it to SECRET_KEY again.`)
      return open(key, sealed, context)
    },
    derive: (purpose) => deriveKey(first, purpose),
    fingerprints: keys.map((key) => ({ id: key.id, fingerprint: deriveKey(key, 'fingerprint').toString('base64url') })),
  }
}

const deriveKey = ({ bytes }: SecretKey, purpose: string) =>
  Buffer.from(hkdfSync('sha256', bytes, '', `causeway:${purpose}`, 32))

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

function seal({ id, bytes }: SecretKey, plain: string, context: string): Sealed {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, bytes, nonce).setAAD(Buffer.from(context))
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { kid: id, nonce: nonce.toString('base64'), data: data.toString('base64') }
}

function open({ bytes }: SecretKey, sealed: Sealed, context: string): string {
  const data = Buffer.from(sealed.data, 'base64')
  try {
    const decipher = createDecipheriv(algorithm, bytes, Buffer.from(sealed.nonce, 'base64'), {
      // Without this, a shortened tag, which is quickly guessed, would be accepted.
      authTagLength: tagLength,
    }).setAAD(Buffer.from(context))
    decipher.setAuthTag(data.subarray(-tagLength))
    return Buffer.concat([decipher.update(data.subarray(0, -tagLength)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('An encrypted value cannot be decrypted: it was changed, or it belongs to another context.', {
      cause,
    })
  }
}
