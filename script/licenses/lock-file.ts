import { readFileSync } from 'node:fs'
import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})

const lockedPackage = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  optional: z.boolean().default(false),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
})

const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) })

/** The packages of a package-lock.json by their paths, such as `node_modules/zod`; the project itself is at ''. */
export type LockedPackages = z.output<typeof lockFile>['packages']
export type LockedPackage = LockedPackages[string]

/** Reads the packages of a package-lock.json. Throws if it has another format. */
export const readLockFile = (path: string): LockedPackages => parseLockFile(JSON.parse(readFileSync(path, 'utf8')))

/** The packages in the content of a package-lock.json. Throws if it has another format. */
export const parseLockFile = (content: unknown): LockedPackages => lockFile.parse(content).packages
