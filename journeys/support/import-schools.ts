import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Product } from './product.ts'

const root = join(import.meta.dirname, '../..')

/** Imports a list of schools with the operator's command, and returns its output. */
export async function importSchools({ dataDir }: Product, option: string, lines: readonly string[]): Promise<string> {
  await writeFile(join(dataDir, 'schools.csv'), `\ufeff${lines.join('\r\n')}\r\n`)
  const words = ['server/platform/control/command.ts', 'schools', 'import', option, join(dataDir, 'schools.csv')]
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, env })
  return stdout
}
