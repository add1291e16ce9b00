import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// Writes the documents that are generated from code. With `--check`, it only reports which ones are stale.

interface GeneratedDocument {
  readonly path: string
  readonly generate: () => Promise<string>
}

const root = join(import.meta.dirname, '..')

const documents: readonly GeneratedDocument[] = [
  {
    path: 'docs/the-form.md',
    generate: async () => {
      const [engine, form] = await Promise.all([import('../engine/index.ts'), import('../form/index.ts')])
      return engine.describe(form.admissions)
    },
  },
  {
    path: 'docs/third-party-licenses.md',
    generate: async () => (await import('./licenses.ts')).thirdPartyLicenses(root),
  },
]
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values

for (const { path, generate } of documents) {
  const file = join(root, path)
  const text = await generate()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (check) {
    console.error(`${path} is stale: run npm run docs and commit the result.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`Wrote ${path}`)
  }
}
