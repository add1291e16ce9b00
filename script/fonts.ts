import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Installs the fonts for Chinese, Japanese and Korean into a folder of their own, which `npm ci` leaves alone. Versions
// and checksums are those of the lock file there. Run again, it downloads only what has another version.

const folder = join(import.meta.dirname, '../server/platform/fonts/more-fonts')
/** Of npm's error codes, those that come from the network. */
const UNREACHABLE = /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|\w*TIMEDOUT|\w*TIMEOUT|ENETUNREACH|EHOSTUNREACH|E5\d\d)$/
const FACE = '400Regular' // the only one in use; a package has nine

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = readJson(join(folder, 'package.json'))
const isInstalled = ([name, version]: [string, string]) => {
  const home = join(folder, 'node_modules', name)
  return existsSync(join(home, FACE)) && readJson(join(home, 'package.json')).version === version
}

if (Object.entries(dependencies).every(isInstalled)) {
  console.log('The fonts for Chinese, Japanese and Korean are installed already.')
} else {
  console.log('Downloading the fonts for Chinese, Japanese and Korean: about 150 MB, of which 29 MB stay on the disk.')
  if (install()) console.log('Installed. Restart the server, so that the PDFs it makes from then on use them.')
}

/** True once installed. Nothing changes before everything is there, so a broken download leaves the fonts as they were. */
function install(): boolean {
  const fresh = mkdtempSync(join(folder, '.new-'))
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(fresh, file))
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', '--loglevel=error']
    const { status, stderr } = spawnSync('npm', ['ci', ...options], { cwd: fresh, encoding: 'utf8' })
    if (status !== 0) {
      console.error(`${reasonIn(stderr ?? '')} Nothing was changed.`)
      process.exitCode = 1
      return false
    }
    for (const name of Object.keys(dependencies)) keepOneFace(join(fresh, 'node_modules', name))
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    renameSync(join(fresh, 'node_modules'), join(folder, 'node_modules'))
    return true
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** What went wrong, as a sentence; what npm wrote if it is none of the usual. */
function reasonIn(log: string): string {
  const code = /^npm error code (\w+)$/m.exec(log)?.[1] ?? ''
  if (UNREACHABLE.test(code)) return `npm's registry could not be reached (${code}); see docs/operating.md.`
  if (code === 'EINTEGRITY') return 'The registry sent another file than package-lock.json of more-fonts names.'
  if (code === 'EUSAGE') return 'package-lock.json of more-fonts cannot be read, or does not fit its package.json.'
  return `npm could not install the fonts.\n${log}`
}

function keepOneFace(home: string): void {
  for (const entry of readdirSync(home, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== FACE) rmSync(join(home, entry.name), { recursive: true })
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
