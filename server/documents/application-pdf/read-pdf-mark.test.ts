import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { institutionSchema } from '../../../api/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { noFace } from '../../running/face/index.ts'
import { pdfMarkOf, readPdfMark } from './read-pdf-mark.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-mark-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const institution = institutionSchema.parse(institutionFile)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function markOf(name: string, bytes: string | Buffer | null) {
  if (bytes !== null) writeFileSync(join(folder, name), bytes)
  return readPdfMark({ institutionFile: join(folder, 'institution.json') }, { ...institution, pdf_mark: name })
}

describe('the mark of the letterhead', () => {
  test('is the file beside institution.json', () => {
    expect(markOf('ours.svg', svg)).toEqual({ name: 'mark.svg', bytes: Buffer.from(svg) })
    expect(markOf('ours.png', png)).toEqual({ name: 'mark.png', bytes: png })
  })

  test('is nothing where none is named', () => {
    const { pdf_mark: _, ...without } = institution
    expect(readPdfMark({ institutionFile: join(folder, 'institution.json') }, without)).toBeUndefined()
  })

  test('is the logo of the face, and that of institution.json where a face has none', () => {
    const { pdf_mark: _, ...without } = institution
    for (const each of [institution, without]) {
      const markUnder = pdfMarkOf({ institutionFile: 'institution.json' }, each)
      expect(markUnder({ mark: png })).toEqual({ name: 'mark.png', bytes: png })
      expect(markUnder({ mark: Buffer.from('another') })?.bytes).toEqual(Buffer.from('another'))
      expect(markUnder(noFace)?.name).toBe(each === institution ? 'mark.svg' : undefined)
    }
  })

  test('of our institution is there', () => {
    expect(readPdfMark({ institutionFile: 'institution.json' }, institution)?.name).toBe('mark.svg')
  })

  test.each([
    ['missing', 'gone.svg', null, /^gone\.svg, which pdf_mark of institution\.json names, cannot be read at \//],
    ['not an SVG', 'page.svg', '<html></html>', /is not an SVG\.$/],
    ['broken', 'broken.svg', '<svg><path></svg>', /is not a well-formed SVG\.$/],
    ['not a PNG', 'text.png', 'no picture', /is not a PNG\.$/],
    ['not complete by itself', 'linked.svg', '<svg><image href="other.png"/></svg>', /refers to another file\.$/],
    ['too large', 'large.svg', ' '.repeat(512 * 1024 + 1), /is larger than 512 KB\.$/],
  ])('that is %s stops the start with a sentence', (_, name, bytes, sentence) => {
    expect(() => markOf(name, bytes)).toThrow(sentence)
  })
})

test.each([
  ['../elsewhere.svg', '#0c3441'],
  ['mark.gif', '#0c3441'],
  ['mark.svg', 'teal'],
  ['mark.svg', '#8ecae6'],
])('the mark %s with the color %s is refused', (pdf_mark, pdf_color) => {
  const file = { ...institutionFile, private: { ...institutionFile.private, pdf_mark, pdf_color } }
  expect(institutionSchema.safeParse(file).success).toBe(false)
})
