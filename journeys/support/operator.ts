import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Product } from './product.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a command against the running product as an operator does in a shell, and returns its output. */
export async function command(product: Product, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/platform/control/command.ts', ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: product.dataDir },
  })
  return stdout
}

/** Who gives the commands. */
export const BY = ['--by', 'Ada Moss'] as const

/** A link to the service view of an application, found by its reference number or the account's email address. */
export async function serviceLink(product: Product, name: string): Promise<{ url: string; token: string }> {
  const url = /^url: (\S+)$/m.exec(await command(product, 'service-link', name, ...BY))?.[1] ?? ''
  return { url, token: new URL(url).searchParams.get('service_token') ?? '' }
}
