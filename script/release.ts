import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { productPackages } from './licenses.ts'
import { isUnneeded } from './unneeded-files.ts'

const root = join(import.meta.dirname, '..')

/** What only the build of the screen needs, which a release has behind it. */
const BUILD_TOOLS = ['vite', '@vitejs/plugin-react', 'terser']

type Lock = { readonly packages: Readonly<Record<string, Installed>> }
type Installed = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * The folders of the packages that a release runs with, by the lock file: what the product names itself, without the
 * tools that have built it and the Word converter, and what those packages need. Builds for other platforms are named
 * too, and are not there.
 */
export function runtimePackages({ packages }: Lock): readonly string[] {
  const own = packages[''] ?? {}
  const found = new Set<string>()
  /** Where Node would find a package that is needed in this folder. */
  const placeOf = (name: string, needed: string): string | undefined => {
    for (let folder = needed; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
      if (packages[place]) return place
      if (folder === '') return undefined
    }
  }
  const add = (names: readonly string[], needed: string): void => {
    for (const name of names) {
      const place = placeOf(name, needed)
      if (place === undefined || found.has(place)) continue
      found.add(place)
      const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {}
      add(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }), place)
    }
  }
  add(
    Object.keys(own.dependencies ?? {}).filter((name) => !BUILD_TOOLS.includes(name)),
    '',
  )
  return [...found].toSorted()
}

/** Tracked files that a running product or its operator needs, and no test. */
const isReleased = (path: string): boolean =>
  /^(api|engine|form|server|deploy|docs)\//.test(path)
    ? !/\.test\.tsx?$|\/testing\//.test(path)
    : /^(package(-lock)?\.json|institution[\w.-]*|README\.md|CHANGELOG\.md|SECURITY\.md|script\/(start|bootstrap|fonts\.ts|unneeded-files\.ts|node\/package(-lock)?\.json))$/.test(
        path,
      )

/**
 * Makes a release for this platform: everything that runs, with the screen built, in a folder and in an archive of it.
 * `SHA256SUMS` names every file, `sbom.cdx.json` every package. The screen must be built. Returns
 * the path of the archive, beside which is its hash.
 */
async function makeRelease(into: string): Promise<string> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const name = `causeway-${version}-${process.platform}-${process.arch}`
  const folder = join(into, name)
  await rm(folder, { recursive: true, force: true })
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const copied = [...tracked.filter(isReleased), 'screen/dist']
  for (const path of copied) await copy(path, folder)
  for (const path of runtimePackages(JSON.parse(text))) await copy(path, folder).catch(ignoreMissing)
  await writeFile(join(folder, 'node_modules/.product-from'), text) // script/start installs nothing
  await writeFile(join(folder, 'sbom.cdx.json'), JSON.stringify(await productPackages(root), undefined, 2))
  await writeFile(join(folder, 'SHA256SUMS'), await sumsOf(folder))
  const archive = `${folder}.tar.gz`
  // The same files make the same bytes, whoever makes the release, and when.
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2026-01-01 00:00Z']
  await promisify(execFile)('tar', [...same, '-C', into, '-I', 'gzip -n', '-cf', archive, name])
  await writeFile(`${archive}.sha256`, `${await sumOf(archive)}  ${name}.tar.gz\n`)
  return archive
}

async function copy(path: string, folder: string): Promise<void> {
  const to = join(folder, path)
  await mkdir(dirname(to), { recursive: true })
  // A package that is inside another one is copied for itself, if it runs.
  const filter = (from: string) =>
    !relative(join(root, path), from).split('/').includes('node_modules') && !isUnneeded(from)
  await cp(join(root, path), to, { recursive: true, filter })
}

/** A build for another platform. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function sumsOf(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
  const lines: string[] = []
  for (const file of files) lines.push(`${await sumOf(join(folder, file))}  ${file}\n`)
  return lines.join('')
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** `npm run release`; with a folder as its argument, of the screen as it is built, into that folder. */
if (process.argv[1] === import.meta.filename) {
  const [given] = process.argv.slice(2)
  if (given === undefined) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'ignore' })
  console.log(await makeRelease(given ?? join(root, '.artefacts/release')))
}
