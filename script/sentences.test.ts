import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repeatedSentences, sentencesIn } from './sentences.ts'

const root = join(import.meta.dirname, '..')
const isProductCode = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.|-for-test\.|(^|\/)(testing|fixtures|dist)\//.test(path)

test('every sentence is written in one file only', () => {
  const files = ['api', 'engine', 'form', 'screen', 'server'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter(isProductCode)
      .map((path) => ({ path: join(room, path), text: readFileSync(join(root, room, path), 'utf8') })),
  )
  expect(files.flatMap(({ text }) => sentencesIn(text)).length).toBeGreaterThan(200)
  expect(repeatedSentences(files)).toEqual([])
})
test('finds a sentence that is in two files, regardless of quotes and line breaks', () => {
  const files = [
    { path: 'a.ts', text: "const GONE = 'This link has ended.' // 'A comment says nothing.'" },
    { path: 'b.tsx', text: '<p>\n  This link\n  has ended.\n</p>' },
    { path: 'c.ts', text: '/** "A comment says nothing." */ const key = "this is a code."' },
  ]
  expect(repeatedSentences(files)).toEqual(['"This link has ended." stands in a.ts and b.tsx.'])
})
