import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './modules.ts'

/** Every hand-written source file (code, styles, print layouts) below a folder, with paths relative to it. */
export function readSources(root: string): SourceFile[] {
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : below(root, entry.name)
    return isSource(entry.name) ? [{ path: entry.name, text: readFileSync(join(root, entry.name), 'utf8') }] : []
  })
}

function below(root: string, folder: string): SourceFile[] {
  return readSources(join(root, folder)).map(({ path, text }) => ({ path: `${folder}/${path}`, text }))
}

/** Installed, built and stored files and test fixtures are not sources. */
function isSkipped(folder: string): boolean {
  return folder.startsWith('.') || ['node_modules', 'dist', 'data', 'fixtures'].includes(folder)
}

function isSource(name: string): boolean {
  return /\.([cm]?[jt]sx?|css|typ)$/.test(name)
}
