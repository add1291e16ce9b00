import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

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
