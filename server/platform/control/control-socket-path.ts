import { join } from 'node:path'

/** The socket where the running server of a data folder listens for commands. */
export const controlSocketPath = (dataDir: string): string => join(dataDir, 'control.sock')
