import { readFileSync, statSync } from 'node:fs'

const assets = new URL('../screen/dist/assets/', import.meta.url)

/**
 * The JavaScript that /about loads until every field works, with brotli, in the current build; the limit is 130 KB.
 */
export function firstPageMeasurements(): readonly string[] {
  const page = readFileSync(new URL('../screen/dist/index.html', import.meta.url), 'utf8')
  const names = new Set([...page.matchAll(/assets\/([^"]+\.js)"/g)].flatMap(([, name]) => name ?? []))
  // Includes what a script imports statically. The set grows during the loop.
  for (const name of names) {
    const script = readFileSync(new URL(name, assets), 'utf8')
    for (const [, imported] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      if (imported) names.add(imported)
  }
  const sizes = [...names].map((name) => statSync(new URL(`${name}.br`, assets)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return [`first page: ${sizes.length} scripts, ${(bytes / 1000).toFixed(1)} KB of JavaScript (brotli)   (bar: 130 KB)`]
}
