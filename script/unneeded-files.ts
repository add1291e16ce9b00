import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Weights of fonts that something draws with; `server/platform/fonts` names them. */
const WEIGHTS = ['400Regular', '400Regular_Italic', '600SemiBold']

/**
 * Whether nobody opens this file of a package, neither the running product nor the build of the screen: maps of sources,
 * pictures of fonts, and weights of fonts that nothing draws with. They are a third of what npm installs.
 */
export function isUnneeded(path: string): boolean {
  if (path.endsWith('.map')) return true
  const [, inFont] = /\/@expo-google-fonts\/[^/]+\/(.+)$/.exec(path) ?? []
  if (inFont === undefined) return false
  if (inFont.endsWith('.png')) return true
  const [weight = ''] = inFont.split('/')
  return /^\d{3}/.test(weight) && !WEIGHTS.includes(weight)
}

/** `node script/unneeded-files.ts` removes them from the packages of the product, after npm has installed them. */
if (process.argv[1] === import.meta.filename) {
  const packages = join(import.meta.dirname, '../node_modules')
  for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && isUnneeded(path)) rmSync(path)
  }
}
