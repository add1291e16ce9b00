import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { institutionParts } from '../../../api/index.ts'

const root = join(import.meta.dirname, '../../..')
const isSource = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)(testing|fixtures|dist)\/|-for-test/.test(path)
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
const codeOf = (...rooms: readonly string[]) =>
  rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter(isSource)
        .map((path) => withoutComments(readFileSync(join(root, room, path), 'utf8'))),
    )
    .join('\n')
const code = codeOf('screen', 'server', 'api', 'form', 'engine')
const codeOfBrowser = codeOf('screen', 'api', 'form', 'engine')
const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')

const { links, ...entries } = { ...institutionParts.public.shape, ...institutionParts.private.shape }
const isPrivate = (name: string) => Object.hasOwn(institutionParts.private.shape, name)

/**
 * Whether the code reads an entry: `.phone`, `links.aid`, `const { phone, links } = pageData()`, or a form's `{phone}`
 * and `'character_limit'`. The same word elsewhere does not count.
 */
function isUsed(path: string, by = code): boolean {
  const [name = '', parent] = path.split('.').toReversed()
  const readings = parent
    ? [`\\b${parent}\\.${name}\\b`]
    : [
        `\\b${by === code ? '(institution|sender)' : 'institution'}\\.${name}\\b`,
        `{[^{}]*\\b${name}\\b[^{}]*}\\s*(=|:)\\s*(pageData\\(\\)\\.)?(institution|Institution)\\b`,
        `(limit|setting): '${name}['.]`,
        `{${name}}`,
      ]
  return new RegExp(readings.join('|')).test(by)
}

describe('every entry of institution.json', () => {
  const paths = [...Object.keys(entries), ...Object.keys(links.shape).map((name) => `links.${name}`)]

  test.each(paths)('%s is used by the product', (path) => expect(isUsed(path)).toBe(true))
  test.each(paths)('%s is private unless the browser uses it', (path) =>
    expect(isPrivate(path)).toBe(!isUsed(path, codeOfBrowser)),
  )
  test.each(Object.keys(entries))('%s is described in docs/operating.md', (name) =>
    expect(guide).toContain(`\`${name}`),
  )
  test('an unused entry is found', () => {
    expect(paths.length).toBeGreaterThan(25)
    expect(isUsed('motto')).toBe(false)
    expect(isUsed('links.motto')).toBe(false)
  })
})
