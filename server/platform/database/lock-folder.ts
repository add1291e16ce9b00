import { DatabaseSync } from 'node:sqlite'
import { startFault } from '../settings/index.ts'

/**
 * Locks a file for this process and gives the function that frees it; the operating system frees it when the process
 * is killed. Two processes in one embedded database would each overwrite what the other stores, without an error.
 * SQLite is used for nothing but its file lock, which Node itself does not offer.
 */
export function lockFolder(file: string, folder: string): () => void {
  const lock = opened(file, folder)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw unusable(folder, error)
    throw startFault(
      `Another server is using the embedded database in ${folder}: stop it, or choose another DATA_DIR.`,
      error,
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

function opened(file: string, folder: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw unusable(folder, error)
  }
}

const unusable = (folder: string, error: unknown) =>
  startFault(`DATA_DIR at ${folder} cannot be written by this user, or its disk is full.`, error)

/** SQLITE_BUSY: somebody else holds the lock. */
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5
