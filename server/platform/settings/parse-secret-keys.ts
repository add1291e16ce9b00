/** One key of SECRET_KEY. Its id is stored with everything it encrypts. */
export type SecretKey = { readonly id: string; readonly bytes: Buffer }

/** What is wrong with the text of the keys; it never repeats the text itself. */
export type InvalidKeys = { readonly problem: string }

/** Reads comma-separated `id:base64` pairs, each key 32 bytes: the format of SECRET_KEY and of DATA_DIR/secret-key. */
export function parseSecretKeys(text: string): readonly SecretKey[] | InvalidKeys {
  const keys: SecretKey[] = []
  for (const pair of text.split(',')) {
    const [, id, encoded] = /^([A-Za-z0-9_-]+):([A-Za-z0-9+/]{43}=)$/.exec(pair.trim()) ?? []
    if (id === undefined || encoded === undefined) {
      return { problem: 'must contain pairs of id:key separated by commas, each key 32 bytes in base64' }
    }
    if (keys.some((key) => key.id === id)) return { problem: 'must not use the same key id twice' }
    keys.push({ id, bytes: Buffer.from(encoded, 'base64') })
  }
  return keys
}
