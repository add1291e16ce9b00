import { accessSync, constants, mkdirSync } from 'node:fs'
import type { Settings } from './read-settings.ts'
import { startupError } from './startup-error.ts'

/**
 * Creates DATA_DIR, readable only by its owner, if it does not exist. An existing folder keeps its mode, because it may
 * be a mounted volume that we must not change; so every secret file inside has its own protection.
 */
export function createDataFolder({ dataDir }: Pick<Settings, 'dataDir'>): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw startupError(`DATA_DIR cannot be created or written at ${dataDir}${why}.`, error)
  }
}
