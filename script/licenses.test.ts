import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isAllowedLicense, licensesDocument, productPackages, withoutTools } from './licenses.ts'

const root = join(import.meta.dirname, '..')
type Packages = Awaited<ReturnType<typeof productPackages>>

const component = (ref: string, license?: string): Packages['components'][number] => ({
  'bom-ref': ref,
  name: ref.split('@')[0] ?? '',
  version: ref.split('@')[1] ?? '',
  properties: [],
  licenses: license === undefined ? [] : [/ /.test(license) ? { expression: license } : { license: { id: license } }],
})
const tool = {
  ...component('tool@1.0.0', 'AGPL-3.0-only'),
  properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
}
const sound = [component('web@1.0.0', 'MIT'), component('parser@2.0.0', 'ISC'), component('build@1.0.0', 'MIT')]
const documentOf = (...planted: Packages['components']) => licensesDocument({ components: [...sound, ...planted] })

test('lists every package under its license', () => {
  expect(documentOf().split('\n').slice(6)).toEqual([
    ...['', '## ISC', '', '```', 'parser@2.0.0', '```', ''],
    ...['## MIT', '', '```', 'build@1.0.0', 'web@1.0.0', '```', ''],
  ])
})

test('a tool and what only tools need is no part of the product, nor what anything needs of it', () => {
  const dependencies = [
    { ref: 'web@1.0.0', dependsOn: ['parser@2.0.0', 'tool@1.0.0'] },
    { ref: 'tool@1.0.0', dependsOn: ['parser@2.0.0'] },
  ]
  expect(withoutTools({ components: [...sound, tool], dependencies })).toEqual({
    components: sound,
    dependencies: [{ ref: 'web@1.0.0', dependsOn: ['parser@2.0.0'] }],
  })
})

describe('refuses', () => {
  test.each([
    ['an AGPL package', component('more@1.0.0', 'AGPL-3.0-only'), /^more 1\.0\.0 .*AGPL-3\.0-only/],
    ['a GPL package', component('more@2.0.0', 'GPL-3.0-or-later'), /^more 2\.0\.0 .*GPL-3\.0-or-later/],
    ['a package without a license', component('more@1.0.0'), /^more 1\.0\.0 declares no license/],
    ['another version of one that declares none', component('zipcodes@9.0.0'), /^zipcodes 9\.0\.0 declares no license/],
  ])('%s', (_, planted, message) => {
    expect(() => documentOf(planted)).toThrow(message)
  })

  test('names all refused packages at once', () => {
    const planted = ['more@1.0.0', 'other@1.0.0'].map((each) => component(each, 'AGPL-3.0-only'))
    expect(() => documentOf(...planted)).toThrow(/^more .*\nother .*/)
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

describe('of this project', () => {
  let packages: Packages
  beforeAll(async () => {
    packages = await productPackages(root)
  })
  const words = () =>
    packages.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)

  test('each dependency is listed, those that tools need too', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const direct = Object.entries({ ...dependencies, ...peerDependencies })
    expect(direct.length).toBeGreaterThan(30)
    expect(direct.map(([name, version]) => `${name}@${version}`).filter((each) => !words().includes(each))).toEqual([])
  })

  test('builds for other platforms are listed, and no tool is', () => {
    expect(words()).toEqual(expect.arrayContaining([expect.stringMatching(/^@img\/sharp-win32-x64@/)]))
    expect(words().filter((each) => /^(vitest|typescript|@biomejs)/.test(each))).toEqual([])
  })
})
