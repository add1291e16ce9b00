import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesForApplicants } from './applicant-texts.ts'

const root = join(import.meta.dirname, '..')

/** Sentences that the requirements quote with a straight apostrophe, each by its id. */
const SPECIFIED: Readonly<Record<string, string>> = {
  '8.not-json.1': "We've encountered an unexpected error at this time. Please try again later.",
}

/** The lines in which a letter, an apostrophe and a letter follow each other, without comments. */
function straightIn(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
  const own = Object.values(SPECIFIED).reduce((rest, sentence) => rest.replaceAll(sentence, ''), code)
  return own.split('\n').filter((line) => /\p{L}'\p{L}/u.test(line))
}

test('no sentence that applicants or staff read has a straight apostrophe', () => {
  const exclude = ['**/*.test.{ts,tsx}', '**/testing/**']
  const others = globSync(['form/**/*.ts', 'screen/staff/**/*.{ts,tsx}', 'institution.json'], { cwd: root, exclude })
  const files = [...filesForApplicants, ...others.map((path) => join(root, path))]
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((path) => straightIn(readFileSync(path, 'utf8')).map((line) => `${path}: ${line.trim()}`))
  expect(found).toEqual([])
})

test('a sentence that stays as the requirements quote it is quoted there', () => {
  const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8').split('\n')
  for (const [id, sentence] of Object.entries(SPECIFIED))
    expect(requirements.find((line) => line.startsWith(`- **${id}**`))).toContain(sentence)
})

test('finds one in a string and in the text of an element, and not in a comment', () => {
  expect(straightIn(`const words = "We can't." // it's so\n/* it's */ <p>You're in</p>`)).toHaveLength(2)
  expect(straightIn("const words = 'We can’t.' + 'a'")).toEqual([])
})
