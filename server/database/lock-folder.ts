import { DatabaseSync } from 'node:sqlite'
import { startFault } from '../settings/index.ts'

/**
 * Locks a file for this process and gives the function that frees it; the operating system frees it when the process
 * is killed. Two processes in one embedded database would each overwrite what the other stores, without an error.
 * SQLite is used for nothing but its file lock, which Node itself does not offer.
 */
export function lockFolder(file: string, folder: string): () => void {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw startFault(
      `Another server is using the embedded database in ${folder}: stop it, or choose another DATA_DIR.`,
      error,
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
