import { DatabaseSync } from 'node:sqlite'
import { startupError } from '../settings/index.ts'

/**
 * Locks a file for this process and returns the function that frees it. The operating system frees the lock when the
 * process is killed. Without it, two processes could open one embedded database and silently overwrite each other's
 * data. SQLite is used only for its file lock, which Node does not offer.
 */
export function lockFolder(file: string, folder: string): () => void {
  const lock = openLock(file, folder)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw folderError(folder, error)
    throw startupError(
      `Another server is using the embedded database in ${folder}: stop it, or choose another DATA_DIR.`,
      error,
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

function openLock(file: string, folder: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw folderError(folder, error)
  }
}

const folderError = (folder: string, error: unknown) =>
  startupError(`DATA_DIR at ${folder} cannot be written by this user, or its disk is full.`, error)

/** SQLITE_BUSY: another process holds the lock. */
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5
