import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Settings } from './read-settings.ts'
import { startupError } from './startup-error.ts'

/**
 * Creates DATA_DIR, readable only by its owner, if it does not exist. An existing folder keeps its mode, because it may
 * be a mounted volume that we must not change; so every secret file inside has its own protection.
 */
export function createDataFolder({ dataDir }: Pick<Settings, 'dataDir'>): void {
  try {
    createFolder(dataDir)
    // The dot makes sure that it is a folder.
    accessSync(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw startupError(`DATA_DIR cannot be created or written at ${dataDir}${why}.`, error)
  }
}

/** Not with `recursive`: Node never returns where the parent exists but takes no folders, as in /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process that starts at the same time may have been first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
