import { accessSync, constants, mkdirSync } from 'node:fs'
import type { Settings } from './read-settings.ts'
import { startFault } from './start-fault.ts'

/**
 * Creates DATA_DIR, readable by its owner alone, unless it is there. An existing folder keeps its mode:
 * it may be a mounted volume that is not ours to change, so everything secret inside is protected by itself.
 */
export function createDataFolder({ dataDir }: Pick<Settings, 'dataDir'>): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw startFault(`DATA_DIR cannot be created or written at ${dataDir}${why}.`, error)
  }
}
