import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUnneeded } from './unneeded-files.ts'

const root = join(import.meta.dirname, '..')

test.each([
  'node_modules/zod/index.js.map',
  'node_modules/@expo-google-fonts/noto-sans/font-family.png',
  'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf.png',
  'node_modules/@expo-google-fonts/noto-sans/900Black/NotoSans_900Black.ttf',
])('%s is not needed', (path) => expect(isUnneeded(path)).toBe(true))

test.each([
  'node_modules/zod/index.js',
  'node_modules/@expo-google-fonts/noto-sans/LICENSE_FONT',
  'node_modules/@expo-google-fonts/noto-sans/package.json',
  'node_modules/pdfjs-dist/cmaps/78-H.bcmap',
])('%s is needed', (path) => expect(isUnneeded(path)).toBe(false))

test('no font that the code names is among them', () => {
  const named = execFileSync('git', ['grep', '-hoE', "@expo-google-fonts/[^']+\\.ttf", 'server', 'screen'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = [...new Set(named.trim().split('\n'))]
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => isUnneeded(`/${file}`))).toEqual([])
})

test('every way to install the product leaves them out', () => {
  for (const file of ['script/bootstrap', 'deploy/Dockerfile'])
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(/node script\/unneeded-files\.ts/)
  expect(readFileSync(join(root, 'script/release.ts'), 'utf8')).toContain('isUnneeded')
})
