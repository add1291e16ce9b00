import { accessSync, constants, existsSync, statSync } from 'node:fs'
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
    if (!isUsable(wordSpool, 'folder'))
      throw startupError(`WORD_SPOOL names ${wordSpool}, which is not a folder that this user may write.`)
    return spoolOffice(wordSpool)
  }
  if (soffice !== undefined && !isUsable(soffice, 'program'))
    throw startupError(`SOFFICE names ${soffice}, which is not a program that this user may run.`)
  const installed = soffice ?? inPath('soffice')
  if (installed !== undefined) return nativeOffice(installed)
  return isInstalled('@matbee/libreoffice-converter') ? wasmOffice() : undefined
}

function isUsable(path: string, kind: 'folder' | 'program'): boolean {
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(path, kind === 'folder' ? R_OK | W_OK | X_OK : X_OK)
    return statSync(path).isDirectory() === (kind === 'folder')
  } catch {
    return false // missing, or not for this user: the caller names it
  }
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
