import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the table at the top of docs/asvs.md counts the 253 answers below it', () => {
  const page = read('docs/asvs.md')
  const counted: Record<string, number> = {}
  // A row may answer several requirements.
  for (const [, ids = '', answer = ''] of page.matchAll(/^\| ([\d., ]+) \|[^|]*\|[^|]*\| ([a-z ]+) \|/gm))
    counted[answer] = (counted[answer] ?? 0) + ids.split(',').length
  const table = [...page.matchAll(/^\| ([a-z ]+) \| (\d+) \|$/gm)].map(([, answer, count]) => [answer, Number(count)])
  expect(counted).toEqual(Object.fromEntries(table))
  expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(253)
})

test('each file that docs/asvs.md names exists', () => {
  const names = new Set(
    execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .map((path) => basename(path)),
  )
  const named = Array.from(read('docs/asvs.md').matchAll(/`([\w-][\w.-]*\.(?:ts|tsx))`/g), ([, name = '']) => name)
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

test('each threat of docs/security.md names tests that exist', () => {
  const [, section = ''] = read('docs/security.md').split('\n## Threats\n')
  const [, , ...threats] = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  expect(threats.length).toBeGreaterThan(40)
  for (const threat of threats) {
    const named = Array.from((threat.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g), ([, path = '']) => path)
    const tests = named.filter((path) => /\.(test\.tsx?|journey\.ts)$/.test(path) && existsSync(join(root, path)))
    expect({ threat, tests: tests.length > 0 && tests }).toEqual({ threat, tests: named })
  }
})

describe('links', () => {
  const root = join(import.meta.dirname, '..')
  const read = (path: string) => readFileSync(join(root, path), 'utf8')

  /** The links of Markdown documents that lead to no file of the project, or to no heading of one. */
  function deadLinks(paths: readonly string[]): readonly string[] {
    return paths.flatMap((path) => {
      const prose = read(path).replace(/^```.*?^```/gms, '')
      return [...prose.matchAll(/\]\((?!\w+:|\{)([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, to = '', heading]) => {
        const target = to === '' ? path : posix.join(posix.dirname(path), to)
        const leads = existsSync(join(root, target)) && (heading === undefined || anchorsIn(target).includes(heading))
        return leads ? [] : [`${path}: ${link}`]
      })
    })
  }

  /** The anchors that a reader on the web gives to headings. */
  const anchorsIn = (path: string): readonly string[] =>
    [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    )

  test('every link between documents leads to a file, and to a heading in it', () => {
    const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    expect(documents.length).toBeGreaterThan(20)
    expect(deadLinks(documents)).toEqual([])
  })
})
