import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The arguments of each call that compares with a part of an object. */
function partsIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:toMatchObject|objectContaining)\(/g)].map(({ index, 0: call }) => {
    const start = index + call.length
    let depth = 1
    let end = start
    for (; depth > 0 && end < text.length; end += 1) depth += { '(': 1, ')': -1 }[text[end] ?? ''] ?? 0
    return text.slice(start, end - 1)
  })
}

const isWeak = (part: string) => /\w: \{\}/.test(part)

test('an expected part is no `{}`, with which any object is content', () => {
  expect([...partsIn('toMatchObject({ a: f({}), b: {} }) { c: {} }')].map(isWeak)).toEqual([true])
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.journey.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const weak = files
    .trim()
    .split('\n')
    .filter((file) => file !== 'script/weak-assertions.test.ts')
    .filter((file) => partsIn(readFileSync(join(root, file), 'utf8')).some(isWeak))
  expect(weak, 'use `empty` of testing/empty.ts').toEqual([])
})
