import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { nativeOffice } from './native-office.ts'
import { wasmOffice } from './wasm-office.ts'

/** Makes PDFs of Word documents, one at a time. */
export type Office = {
  /** `failed`: the document is beyond it. */
  readonly convert: (
    docx: Uint8Array,
  ) => Promise<{ readonly pdf: Uint8Array } | { readonly failed: true } | { readonly crashed: string }>
  readonly close: () => void
}

/** LibreOffice as installed (or where `soffice` says), else its WebAssembly build, else none: then Word documents are refused. */
export function openOffice(soffice: string | undefined): Office | undefined {
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
    return false // an optional dependency that was left out
  }
}
