import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { startupError } from '../../platform/settings/index.ts'
import { nativeOffice } from './native-office.ts'
import type { Office } from './office.ts'
import { spoolOffice } from './spool-office.ts'
import { wasmOffice } from './wasm-office.ts'

/**
 * The LibreOffice to use: one in another container, through the folder `wordSpool`; otherwise an installed one (or the
 * one at `soffice`); otherwise its WebAssembly build; otherwise none. Whatever the settings name must exist.
 */
export function createOffice(soffice: string | undefined, wordSpool?: string): Office | undefined {
  if (wordSpool !== undefined) {
    if (!existsSync(wordSpool)) throw startupError(`WORD_SPOOL names ${wordSpool}, which does not exist.`)
    return spoolOffice(wordSpool)
  }
  if (soffice !== undefined && !existsSync(soffice))
    throw startupError(`SOFFICE names ${soffice}, which does not exist.`)
  const installed = soffice ?? inPath('soffice')
  if (installed !== undefined) return nativeOffice(installed)
  return isInstalled('@matbee/libreoffice-converter') ? wasmOffice() : undefined
}

const inPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false // an optional dependency that is not installed
  }
}
