import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'

test.each([
  ["import a from './a.ts'", 'value'],
  ["import * as a from './a.ts'", 'value'],
  ["import './a.ts'", 'value'],
  ["import { type A } from './a.ts'", 'value'], // the module still runs because of verbatimModuleSyntax
  ["export { a } from './a.ts'", 'value'],
  ["export * from './a.ts'", 'value'],
  ["import type { A } from './a.ts'", 'type'],
  ["export type { A } from './a.ts'", 'type'],
  ["export type * from './a.ts'", 'type'],
  ["let a: typeof import('./a.ts')", 'type'],
  ["let a: import('./a.ts').A", 'type'],
  ["const a = () => import('./a.ts')", 'lazy'],
])('%s', (text, kind) => {
  expect(importsOf('b.ts', text)).toEqual([{ specifier: './a.ts', kind }])
})

test.each([
  '// import "./a.ts"',
  'const a = "import(\'./a.ts\')"',
  "const a = `import './a.ts'`",
  'const a = <p title="x">import("./a.ts")</p>',
  'export const a = 1\nexport { a as b }',
])('finds no import in %s', (text) => {
  expect(importsOf('b.tsx', text)).toEqual([])
})

test('reports a file that cannot be parsed', () => {
  expect(importsOf('b.ts', "import { a from './a.ts'")).toHaveProperty('unreadable')
})
