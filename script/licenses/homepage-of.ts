import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ProductionPackage } from './production-packages.ts'

const manifest = z.object({
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
})

/**
 * The homepage or repository of a package. It is read from the installed package, except for optional packages: whether
 * they are installed depends on the platform, so their address is always that of their page at npm.
 */
export function homepageOf({ name, path, isOptional }: ProductionPackage, root: string): string {
  const pageAtNpm = `https://www.npmjs.com/package/${name}`
  if (isOptional) return pageAtNpm
  const { homepage, repository } = manifest.parse(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')))
  const address = homepage ?? (repository === undefined ? pageAtNpm : addressOfRepository(repository))
  return /^https?:\/\/[^\s|]+$/.test(address) ? address : pageAtNpm
}

/** The web address of a repository in any notation that npm accepts, such as `owner/name` for GitHub. */
export function addressOfRepository(repository: string): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(repository)) return `https://github.com/${repository}`
  return repository
    .replace(/^github:/, 'https://github.com/')
    .replace(/^git\+/, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '')
}
