import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Project, TextFile } from './script/citations/project.ts'
import { readProject } from './script/citations/read-project.ts'
import { deadCitationsIn } from './script/citations.ts'

const root = import.meta.dirname
const fixtures = join(root, 'script/fixtures/citations')
const sound = filesBelow(join(fixtures, 'sound'))

test('every citation can be followed inside the project', () => {
  const dead = deadCitationsIn(readProject(root))
  expect(dead.map(({ file, line, citation, reason }) => `${file}:${line}: ${citation}: ${reason}`)).toEqual([])
})

test('documents, code and style sheets are checked', () => {
  expect(readProject(root).files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['README.md', 'docs/settled-questions.md', 'engine/index.ts', 'screen/styles/tokens.css']),
  )
})

test('each threat names tests that exist, and the answers to the ASVS are counted right', () => {
  const { files, paths } = readProject(root)
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
  const [, section = ''] = textOf('docs/security.md').split('\n## Threats\n')
  const [, ...threats] = rowsIn(section.split('\n## ')[0] ?? '')
  expect(threats.length).toBeGreaterThan(40)
  for (const threat of threats) {
    const tests = Array.from(threat.at(-1)?.matchAll(/`([^`]+)`/g) ?? [], ([, path = '']) => path)
    expect(tests.length, threat.join()).toBeGreaterThan(0)
    for (const path of tests) expect(paths.has(path) && /\.(test\.tsx?|journey\.ts)$/.test(path), path).toBe(true)
  }

  const asvs = rowsIn(textOf('docs/asvs.md'))
  const answers = asvs.flatMap(([ids = '', , , answer]) => (/^\d/.test(ids) ? ids.split(', ').map(() => answer) : []))
  expect(answers).toHaveLength(253)
  const [, ...counts] = asvs.filter(({ length }) => length === 2)
  expect(counts).toEqual(
    ['met', 'not met', 'operator', 'not applicable'].map((answer) => [
      answer,
      String(answers.filter((each) => each === answer).length),
    ]),
  )
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(253)
})

test('a correct project has no dead citation', () => {
  expect(deadCitationsIn(projectOf(sound))).toEqual([])
})

describe('a planted dead citation is found', () => {
  const rule = 'engine/rule.ts'
  const guide = 'docs/guide.md'
  const questions = 'docs/settled-questions.md'
  const planted: Readonly<Record<string, readonly string[]>> = {
    'old-decision': [`${rule}:1`],
    'old-decision-record': [`${rule}:1`],
    'old-decision-in-words': [`${rule}:1`],
    'old-design': [`${rule}:1`],
    'old-specification': [`${rule}:1`],
    'outside-the-project': [`${rule}:1`],
    'issue-of-a-tracker': [`${rule}:1`],
    'part-of-a-plan': [`${rule}:1`],
    'unknown-question': [`${rule}:1`],
    'unknown-record': [`${rule}:1`],
    'unknown-requirement': [`${rule}:1`],
    'unknown-requirement-in-a-wrapped-list': [`${rule}:3`],
    'unknown-subject': [`${rule}:1`],
    'unknown-section': [`${rule}:1`],
    'unknown-requirement-in-a-title': [`${rule}:1`],
    'unknown-document-in-a-comment': [`${rule}:1`],
    'unknown-question-in-a-style-sheet': ['screen/styles/base.css:1'],
    'dead-link': [`${guide}:3`],
    'dead-heading': [`${guide}:3`],
    'dead-path': [`${guide}:3`],
    'dead-file-name': [`${guide}:3`],
    'bare-record-number': [`${guide}:3`],
    'record-that-the-index-lacks': ['docs/decisions/0002-second.md:1'],
    'record-without-a-date': ['docs/decisions/0001-first.md:1'],
    'record-with-another-status': ['docs/decisions/0001-first.md:1'],
    'record-with-another-number': ['docs/decisions/0001-first.md:1'],
    'record-without-a-reason-to-reconsider': ['docs/decisions/0001-first.md:1'],
    'successor-without-a-link-back': ['docs/decisions/0001-first.md:1'],
    'question-with-a-gap': [`${questions}:1`],
    'question-that-does-not-name-what-it-replaces': [`${questions}:1`],
    'question-that-does-not-name-what-replaces-it': [`${questions}:1`],
  }

  test.each(Object.entries(planted))('%s', (folder, expected) => {
    const changed = filesBelow(join(fixtures, folder))
    const paths = new Set(changed.map(({ path }) => path))
    const project = projectOf([...sound.filter(({ path }) => !paths.has(path)), ...changed])
    expect(deadCitationsIn(project).map(({ file, line }) => `${file}:${line}`)).toEqual(expected)
  })

  test('every folder of fixtures is used', () => {
    expect(readdirSync(fixtures).sort()).toEqual([...Object.keys(planted), 'sound'].sort())
  })
})

function filesBelow(folder: string): TextFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path: path.slice(folder.length + 1), text: readFileSync(path, 'utf8') }))
}

/** The cells of every row of Markdown tables. */
const rowsIn = (text: string): string[][] =>
  text.split('\n').flatMap((line) => (/^\| /.test(line) ? [line.slice(2, -2).split(' | ')] : []))

function projectOf(files: readonly TextFile[]): Project {
  return { files, paths: new Set(files.map(({ path }) => path)) }
}
