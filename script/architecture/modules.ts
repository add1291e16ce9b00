import { posix } from 'node:path'
import { functionsAbove, type LongFunction } from './functions-in.ts'
import { type Import, importsOf } from './imports-of.ts'

/** A function fits on a screen. */
const MOST_LINES_OF_A_FUNCTION = 80

/** A file to check; `path` is relative to the root and written with `/`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A file with its imports; for a file that cannot be parsed, none, and `unreadable` is the parser's message. */
export interface Module {
  readonly path: string
  readonly room: string
  readonly feature: string
  readonly lines: number
  readonly isCode: boolean
  readonly imports: readonly ResolvedImport[]
  readonly longFunctions: readonly LongFunction[]
  readonly unreadable: string | null
}

/** `target` is the path of a file of the project, or null for a package. */
export interface ResolvedImport extends Import {
  readonly target: string | null
}

/** All modules by path. */
export type ModulesByPath = ReadonlyMap<string, Module>

/** Turns files into modules. Relative imports are resolved as in Node and Vite. */
export function modulesOf(files: readonly SourceFile[]): ModulesByPath {
  const paths = new Set(files.map((file) => file.path))
  return new Map(files.map((file) => [file.path, moduleOf(file, paths)]))
}

/** The top-level folder of a file. Files outside the rooms (configuration, the architecture test) count as `script`. */
export function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : 'script'
}

/**
 * The folder with a door that holds a file: a feature, a layer of `screen/`, `server/` or `screen/fields/`; else its
 * room.
 */
export function featureOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  const depth = /^(screen\/(features|fields)|server\/(platform|features|testing))\//.test(path) ? 3 : 2
  if (folders[0] === 'server' || folders[0] === 'screen') return folders.slice(0, depth).join('/')
  return roomOf(path)
}

function moduleOf(file: SourceFile, paths: ReadonlySet<string>): Module {
  const isCode = /\.[cm]?[jt]sx?$/.test(file.path)
  const read = isCode ? importsOf(file.path, file.text) : []
  return {
    path: file.path,
    room: roomOf(file.path),
    feature: featureOf(file.path),
    lines: file.text.replace(/\n$/, '').split('\n').length,
    isCode,
    imports: 'unreadable' in read ? [] : read.map((one) => ({ ...one, target: targetOf(file.path, one, paths) })),
    longFunctions:
      isCode && !('unreadable' in read) ? functionsAbove(MOST_LINES_OF_A_FUNCTION, file.path, file.text) : [],
    unreadable: 'unreadable' in read ? read.unreadable : null,
  }
}

function targetOf(from: string, { specifier }: Import, paths: ReadonlySet<string>): string | null {
  if (!specifier.startsWith('.') && !specifier.startsWith('/')) return null
  const plain = specifier.replace(/\?.*$/, '')
  const path = plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(from), plain)
  const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].find((ending) => paths.has(path + ending))
  return path + (found ?? '')
}
