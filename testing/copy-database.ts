import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Copies an embedded database into a data folder, which is made if it is not there. `cp` takes a third of the processor
 * time that Node takes for the 1,300 files.
 */
export async function copyDatabase(from: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await promisify(execFile)('cp', ['-R', from, join(dataDir, 'database')])
}
