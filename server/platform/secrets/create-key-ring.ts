import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder, parseSecretKeys, type SecretKey, type Settings, startupError } from '../settings/index.ts'
import {
  type DataKeyOwner,
  type DataSealer,
  dataSealer,
  type NamedKey,
  newDataKey,
  open,
  rewrapDataKey,
  type Sealed,
  type Sealer,
  seal,
  sealCompressed,
} from './sealed.ts'

/**
 * The secret keys of this installation. The first one encrypts and all of them decrypt, so a new key can go in front.
 * What is kept for long is encrypted with data keys, and only those with a secret key, so that a secret key can be
 * replaced without touching the data (docs/decisions/0061).
 */
export type KeyRing = Sealer & {
  /** A new data key for one owner, such as an application's id, encrypted with the first secret key. */
  readonly newDataKey: (owner: string) => Sealed
  /** The same data key, encrypted with the first secret key. */
  readonly rewrap: (dataKey: Sealed, owner: string) => Sealed
  /** Encrypts with a data key. Also decrypts what the secret keys encrypted before the owner had a data key. */
  readonly dataSealer: (dataKey: Sealed, owner: DataKeyOwner) => DataSealer
  /**
   * A secret of 32 bytes for another use (session signing, link signing), always the same for one purpose and first key.
   */
  readonly derive: (purpose: string) => KeyObject
  /**
   * The same of every key, that of the first key first. What an earlier first key has signed counts as long as that key
   * is known, so a new one in front ends no session.
   */
  readonly deriveEach: (purpose: string) => readonly [KeyObject, ...KeyObject[]]
  /** The id and fingerprint of each key, the first key first. */
  readonly fingerprints: readonly [KeyFingerprint, ...KeyFingerprint[]]
}

/** Identifies a key without revealing it. */
type KeyFingerprint = { readonly id: string; readonly fingerprint: string }

/** Creates the key ring from SECRET_KEY, or from the key generated once in DATA_DIR/secret-key. */
export function createKeyRing(settings: Pick<Settings, 'secretKeys' | 'dataDir'>): KeyRing {
  const secretKeys = settings.secretKeys.length > 0 ? settings.secretKeys : localSecretKeys(settings)
  const keys = secretKeys.map(({ id, bytes }): NamedKey => ({ id, key: createSecretKey(bytes) }))
  const [first, ...others] = keys
  if (first === undefined) throw new Error('A key ring needs a key.')
  const keyOf = ({ kid }: Sealed) => {
    const key = keys.find(({ id }) => id === kid)
    if (key === undefined) throw new Error(`No key with the id ${kid} is known: add it to SECRET_KEY again.`)
    return key
  }
  const sealer: Sealer = {
    seal: (plain, context) => seal(first, plain, context),
    sealCompressed: (plain, context) => sealCompressed(first, plain, context),
    open: (sealed, context) => open(keyOf(sealed), sealed, context).toString(),
    hasKeyOf: ({ kid }) => keys.some(({ id }) => id === kid),
  }
  const derived = new Map<string, readonly [KeyObject, ...KeyObject[]]>()
  const deriveEach: KeyRing['deriveEach'] = (purpose) => {
    const known = derived.get(purpose)
    if (known) return known
    const secrets = [deriveKey(first, purpose), ...others.map((key) => deriveKey(key, purpose))] as const
    derived.set(purpose, secrets)
    return secrets
  }
  return {
    ...sealer,
    newDataKey: (owner) => newDataKey(first, owner),
    rewrap: (dataKey, owner) => rewrapDataKey(keyOf(dataKey), first, dataKey, owner),
    dataSealer: (dataKey, owner) => dataSealer(keyOf(dataKey), dataKey, owner, sealer),
    derive: (purpose) => deriveEach(purpose)[0],
    deriveEach,
    fingerprints: [fingerprintOf(first), ...others.map(fingerprintOf)],
  }
}

const deriveKey = ({ key }: NamedKey, purpose: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `causeway:${purpose}`, 32)))

const fingerprintOf = (key: NamedKey): KeyFingerprint => ({
  id: key.id,
  fingerprint: deriveKey(key, 'fingerprint').export().toString('base64url'),
})

/** The keys of DATA_DIR/secret-key. The first start creates the file with one new key; it never changes after that. */
function localSecretKeys(settings: Pick<Settings, 'dataDir'>): readonly SecretKey[] {
  const file = join(settings.dataDir, 'secret-key')
  if (!existsSync(file)) {
    createDataFolder(settings)
    orStartupError(file, () =>
      writeOnce(file, `local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`),
    )
  }
  const keys = parseSecretKeys(orStartupError(file, () => readFileSync(file, 'utf8')).trim())
  if ('problem' in keys) throw startupError(`The file ${file} ${keys.problem}.`)
  return keys
}

function orStartupError<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw startupError(`The key file ${file} cannot be read or written${why}.`, error)
  }
}

/** Writes the whole file or nothing; if another process was first, its file is kept. */
function writeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  const descriptor = openSync(draft, 'wx', 0o600)
  writeSync(descriptor, text)
  // Everything encrypted with this key is lost if the key is lost.
  fsyncSync(descriptor)
  closeSync(descriptor)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  }
  rmSync(draft)
}
