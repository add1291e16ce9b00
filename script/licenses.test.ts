import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressOfRepository, homepageOf } from './licenses/homepage-of.ts'
import { isAllowedLicense } from './licenses/is-allowed-license.ts'
import { parseLockFile } from './licenses/lock-file.ts'
import { type ProductionPackage, productionPackages } from './licenses/production-packages.ts'
import { licensesDocument, thirdPartyLicenses } from './licenses.ts'

const root = join(import.meta.dirname, '..')
const homepage = ({ name }: ProductionPackage) => `https://${name}.example`

const sound = {
  '': { dependencies: { web: '1' }, optionalDependencies: { extra: '1' }, devDependencies: { tool: '1' } },
  'node_modules/web': {
    version: '1.0.0',
    license: 'MIT',
    dependencies: { parser: '2' },
    peerDependencies: { view: '1', tool: '1' },
    peerDependenciesMeta: { tool: { optional: true } },
  },
  'node_modules/parser': { version: '1.0.0', license: 'GPL-2.0-only', dev: true },
  'node_modules/web/node_modules/parser': { version: '2.0.0', license: 'ISC' },
  'node_modules/view': { version: '1.0.0', license: 'MIT' },
  'node_modules/extra': {
    version: '1.0.0',
    license: 'Apache-2.0',
    optional: true,
    optionalDependencies: { 'extra-win32': '1' },
  },
  'node_modules/extra-win32': { version: '1.0.0', optional: true, os: ['win32'] },
  'node_modules/tool': { version: '1.0.0', license: 'AGPL-3.0-only', dev: true, optional: true },
}
const documentOf = (planted: Readonly<Record<string, unknown>> = {}) =>
  licensesDocument(parseLockFile({ packages: { ...sound, ...planted } }), homepage)

test('lists every package of the product once, after the number of packages of each license', () => {
  const rows = documentOf()
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--'))
  expect(rows).toEqual([
    '| license | packages |',
    '| Apache-2.0 | 2 |',
    '| ISC | 1 |',
    '| MIT | 2 |',
    '| package | version | license | homepage |',
    '| extra | 1.0.0 | Apache-2.0 | <https://extra.example> |',
    '| extra-win32 | 1.0.0 | Apache-2.0 | <https://extra-win32.example> |',
    '| parser | 2.0.0 | ISC | <https://parser.example> |',
    '| view | 1.0.0 | MIT | <https://view.example> |',
    '| web | 1.0.0 | MIT | <https://web.example> |',
  ])
})

describe('refuses', () => {
  const web = sound['node_modules/web']
  test.each([
    [
      'an AGPL dependency',
      { 'node_modules/web': { ...web, license: 'AGPL-3.0-only' } },
      /^web 1\.0\.0 .*AGPL-3\.0-only/,
    ],
    [
      'a GPL dependency of a dependency',
      { 'node_modules/web/node_modules/parser': { version: '2.0.0', license: 'GPL-3.0-or-later' } },
      /^parser 2\.0\.0 .*GPL-3\.0-or-later/,
    ],
    [
      'an optional AGPL dependency',
      { 'node_modules/extra': { version: '1.0.0', license: 'AGPL-3.0-or-later', optional: true } },
      /^extra 1\.0\.0 .*AGPL-3\.0-or-later/,
    ],
    ['an AGPL peer', { 'node_modules/view': { version: '1.0.0', license: 'AGPL-3.0-only' } }, /^view 1\.0\.0 .*AGPL/],
    ['a package without a license', { 'node_modules/view': { version: '1.0.0' } }, /^view 1\.0\.0 declares no license/],
  ])('%s', (_, planted, message) => {
    expect(() => documentOf(planted)).toThrow(message)
  })

  test('names all refused packages at once', () => {
    const planted = { version: '1.0.0', license: 'AGPL-3.0-only' }
    expect(() => documentOf({ 'node_modules/web': planted, 'node_modules/extra': planted })).toThrow(
      /^extra .*\nweb .*/,
    )
  })
})

test.each([
  ['any', 'MIT', true],
  ['any', 'MIT AND OFL-1.1', true],
  ['any', '(MIT OR GPL-3.0-only)', true],
  ['any', '(MIT OR GPL-3.0-only) AND ISC', true],
  ['any', 'ISC AND (AGPL-3.0-only OR GPL-3.0-only)', false],
  ['any', 'MIT AND GPL-3.0-only', false],
  ['any', 'AGPL-3.0-only', false],
  ['any', 'SSPL-1.0', false],
  ['any', 'SEE LICENSE IN LICENSE.md', false],
  ['any', 'LGPL-3.0-or-later', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ['any', '', false],
  ['any', undefined, false],
])('the product may include %s under %s: %s', (name, expression, expected) => {
  expect(isAllowedLicense(name, expression)).toBe(expected)
})

test.each([
  ['sindresorhus/type-fest', 'https://github.com/sindresorhus/type-fest'],
  ['github:owner/name', 'https://github.com/owner/name'],
  ['git+https://github.com/owner/name.git', 'https://github.com/owner/name'],
  ['git://github.com/owner/name', 'https://github.com/owner/name'],
  ['git+ssh://git@github.com/owner/name.git', 'https://github.com/owner/name'],
  ['git@github.com:owner/name.git', 'https://github.com/owner/name'],
])('the address of the repository %s is %s', (repository, expected) => {
  expect(addressOfRepository(repository)).toBe(expected)
})

test('the address of an optional package does not depend on whether it is installed', () => {
  const optional = { version: '1', license: 'MIT', isOptional: true }
  expect(homepageOf({ ...optional, name: 'gone', path: 'node_modules/gone' }, root)).toBe(
    'https://www.npmjs.com/package/gone',
  )
  expect(homepageOf({ ...optional, name: 'zod', path: 'node_modules/zod' }, root)).toBe(
    'https://www.npmjs.com/package/zod',
  )
  expect(homepageOf({ ...optional, isOptional: false, name: 'zod', path: 'node_modules/zod' }, root)).toBe(
    'https://zod.dev',
  )
})

test('the document of this project lists each dependency', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const document = thirdPartyLicenses(root)
  const direct = Object.entries({ ...dependencies, ...optionalDependencies })
  expect(direct.length).toBeGreaterThan(30)
  expect(direct.filter(([name, version]) => !document.includes(`\n| ${name} | ${version} | `))).toEqual([])
})

test('the license of every installed package is the one in its manifest', () => {
  const locked = parseLockFile(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const required = productionPackages(locked).filter(({ isOptional }) => !isOptional)
  const licenseInManifest = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).license
  expect(required.filter(({ path, license }) => licenseInManifest(path) !== license)).toEqual([])
})
