import type { LockedPackage, LockedPackages } from './lock-file.ts'

/** A package that is part of the product. `license` is undefined if the package declares none. */
export interface ProductionPackage {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  /** Where it is installed, relative to the root. An optional package may not be installed. */
  readonly path: string
  readonly isOptional: boolean
}

/**
 * The packages that the project needs at run time, directly or through other packages, sorted by name and version. The
 * flags of the lock file are not enough: they include tools that are only optional peers.
 */
export function productionPackages(packages: LockedPackages): readonly ProductionPackage[] {
  const found = new Map<string, ProductionPackage>()
  const visited = new Set<string>()
  visit('')
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)

  function visit(path: string): void {
    const dependent = packages[path]
    if (!dependent) return
    for (const name of dependenciesOf(dependent)) {
      const target = resolved(path, name, packages)
      const dependency = target === undefined ? undefined : packages[target]
      if (target === undefined || dependency === undefined || visited.has(target)) continue
      visited.add(target)
      const { version = '', optional } = dependency
      const license = dependency.license ?? licenseOfPlatformBuild(name, dependency, nameAt(path), dependent)
      found.set(`${name} ${version}`, { name, version, license, path: target, isOptional: optional })
      visit(target)
    }
  }
}

const dependenciesOf = (each: LockedPackage): readonly string[] => [
  ...Object.keys(each.dependencies),
  ...Object.keys(each.optionalDependencies),
  ...Object.keys(each.peerDependencies).filter((name) => !each.peerDependenciesMeta[name]?.optional),
]

/** Finds a package as Node does: in the folder of the package that needs it, then in the folders above. */
function resolved(from: string, name: string, packages: LockedPackages): string | undefined {
  const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (packages[path] || from === '') return packages[path] && path
  return resolved(from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)), name, packages)
}

const nameAt = (path: string) => path.replace(/^.*node_modules\//, '')

/** npm does not record the license of some builds for other platforms. They have the license of their package. */
const licenseOfPlatformBuild = (name: string, build: LockedPackage, parentName: string, parent: LockedPackage) =>
  (build.os || build.cpu) && name.startsWith(`${parentName}-`) ? parent.license : undefined
