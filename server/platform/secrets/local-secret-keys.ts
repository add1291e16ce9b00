import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder, parseSecretKeys, type SecretKey, type Settings, startupError } from '../settings/index.ts'

/** The keys of DATA_DIR/secret-key. The first start creates the file with one new key; it never changes after that. */
export function localSecretKeys(settings: Pick<Settings, 'dataDir'>): readonly SecretKey[] {
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
