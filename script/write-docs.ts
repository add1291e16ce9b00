import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { metricsInMarkdown, settingsInEnvFile, settingsInMarkdown } from '../server/index.ts'
import { callsInMarkdown, rightsInMarkdown, waysOutInMarkdown } from './access-tables.ts'

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
    generate: async () => {
      const { licensesDocument, productPackages } = await import('./licenses.ts')
      return licensesDocument(await productPackages(root))
    },
  },
  { path: 'deploy/.env.example', generate: async () => settingsInEnvFile() },
  {
    path: 'docs/security.md',
    generate: async () =>
      withTables('docs/security.md', {
        rights: rightsInMarkdown(),
        calls: callsInMarkdown(),
        'ways out': waysOutInMarkdown(),
      }),
  },
  {
    path: 'docs/operating.md',
    generate: async () =>
      withTables('docs/operating.md', { settings: settingsInMarkdown(), metrics: metricsInMarkdown() }),
  },
]

/** A document written by hand, with the tables between its markers written anew. */
function withTables(path: string, tables: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(root, path), 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const start = `<!-- ${name}: written by npm run docs -->\n`
    const [before, rest] = text.split(start)
    const after = rest?.split(`<!-- end of ${name} -->`)[1]
    if (after === undefined) throw new Error(`${path} has no markers around the table ${name}.`)
    text = `${before}${start}\n${table}\n\n<!-- end of ${name} -->${after}`
  }
  return text
}

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
