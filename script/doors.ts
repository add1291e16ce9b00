import { posix } from 'node:path'

interface SourceText {
  readonly path: string
  readonly text: string
}

const folderOf = (path: string) => posix.dirname(path)
const listed = (names = '') =>
  names
    .split(',')
    .map((each) => each.trim().replace(/^type\s+/, ''))
    .filter((each) => each !== '')
const exportsList = /export\s+(?:type\s+)?\{([^}]*)\}(?:\s+from\s+'[^']+')?/g
const exportsAll = /export\s+\*\s+from\s+'([^']+)'/g
const declared = /^export\s+(?:async\s+)?(?:const|function|class|type|interface)\s+(\w+)/gm
const imports = /(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s+from\s+'([^']+)'/g

/**
 * The exports of each public interface (`index.ts`) that no file outside its room imports, one sentence each. `files`
 * is the product without its tests. Names used only by tests of other rooms belong in `testing/index.ts`.
 */
export function unusedExportsOfDoors(files: readonly SourceText[]): readonly string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const used = usedNames(files)
  return files
    .filter(({ path }) => posix.basename(path) === 'index.ts')
    .flatMap(({ path }) =>
      exportsOf(path, texts)
        .filter((name) => !used.get(path)?.has(name))
        .map((name) => `${path} exports ${name}, which no other room uses.`),
    )
}

/** The names that a file exports, including those it re-exports. */
function exportsOf(path: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const text = texts.get(path) ?? ''
  const reexported = [...text.matchAll(exportsAll)].flatMap(([, from = '']) =>
    exportsOf(posix.join(folderOf(path), from), texts),
  )
  const named = [...text.matchAll(exportsList)].flatMap(([, names]) =>
    listed(names).map((each) => each.split(/\s+as\s+/).at(-1) ?? each),
  )
  return [...reexported, ...named, ...[...text.matchAll(declared)].map(([, name = '']) => name)]
}

/** The names that outside files import from each `index.ts`, or from a file that it re-exports completely. */
function usedNames(files: readonly SourceText[]): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, names, from = ''] of text.matchAll(imports)) {
      const target = posix.join(folderOf(path), from)
      const door = posix.join(folderOf(target), 'index.ts')
      if (!from.startsWith('.') || path.startsWith(`${folderOf(door)}/`)) continue
      const known = used.get(door) ?? new Set<string>()
      for (const name of listed(names)) known.add(name.split(/\s+as\s+/)[0] ?? name)
      used.set(door, known)
    }
  }
  return used
}
