import type { ModulesByPath } from './modules.ts'

/** The chain of files through which loading a module also loads a package; null when it does not. */
export function pathToPackage(modules: ModulesByPath, path: string, packageName: string): string[] | null {
  const seen = new Set<string>()

  function follow(file: string): string[] | null {
    if (seen.has(file)) return null
    seen.add(file)
    for (const { specifier, target, kind } of modules.get(file)?.imports ?? []) {
      if (kind === 'type') continue
      if (specifier === packageName || specifier.startsWith(`${packageName}/`)) return [file]
      const rest = target === null ? null : follow(target)
      if (rest !== null) return [file, ...rest]
    }
    return null
  }

  return follow(path)
}
