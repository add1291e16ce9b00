import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { productPackages } from './licenses.ts'
import { auditVerdict, type Outdated, overdueLine } from './package-reports.ts'

// Writes the list of what the product is made of (CycloneDX), and asks the registry for known faults in it and for the
// age of what is newer.

const root = join(import.meta.dirname, '..')
const npm = async (...words: string[]) => {
  const options = { cwd: root, maxBuffer: 1e8, env: { ...process.env, npm_config_fetch_retries: '1' } }
  // `npm audit` ends with 1 if it found something or could not ask; both are in what it prints.
  return promisify(execFile)('npm', words, options).catch((error) => ({ stdout: String(error.stdout ?? '') }))
}

const list = await productPackages(root)
mkdirSync(join(root, '.artefacts'), { recursive: true })
writeFileSync(join(root, '.artefacts/sbom.cdx.json'), JSON.stringify(list, undefined, 2))
console.log(`.artefacts/sbom.cdx.json lists ${list.components.length} packages.`)

const { stdout: audit } = await npm('audit', '--omit', 'dev', '--json')
const { fails, line } = auditVerdict(audit)
console.log(line)
if (fails) process.exitCode = 1
console.log(await ages().catch((error) => `AGES NOT CHECKED: the registry gave no answer (${error.message}).`))

async function ages(): Promise<string> {
  const report = JSON.parse((await npm('outdated', '--json')).stdout)
  if (report.error !== undefined) throw new Error(report.error.summary)
  const outdated: Outdated[] = []
  for (const [name, { current }] of Object.entries<{ current: string }>(report))
    outdated.push({ name, current, published: JSON.parse((await npm('view', name, 'time', '--json')).stdout) })
  return overdueLine(outdated, new Date())
}
