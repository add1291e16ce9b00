import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { fileLimits, fileLimitsOf, fileProblem, inMegabytes, isPictureName, slowestUpload } from './file-problem.ts'

const tooLarge = 'Your file is too large. The maximum file size is 1 MB.'
const wrongType = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx'
const longName =
  'The name of your file is too long. File name can have a maximum of 32 characters, including the extension.'
const empty = 'Your file is empty. Please upload a non-empty file.'

test.each([
  ['one byte', ['9.file.3'], 'visa.pdf', 1, undefined],
  ['exactly 1 MB', ['9.file.1'], 'visa.pdf', 1_048_576, undefined],
  ['a byte over 1 MB', ['5.files.2', '9.file.1'], 'visa.pdf', 1_048_577, tooLarge],
  ['png', ['9.file.3'], 'a.png', 9, undefined],
  ['jpeg', ['9.file.3'], 'a.jpeg', 9, undefined],
  ['jpg', ['9.file.3'], 'a.jpg', 9, undefined],
  ['another ending of a JPEG', [], 'a.jpe', 9, undefined],
  ['one more of them, in capitals', [], 'IMG_0001.JFIF', 9, undefined],
  ['one of them in the middle', [], 'a.jfif.gif', 9, wrongType],
  ['docx', ['9.file.3'], 'a.docx', 9, undefined],
  ['the case of the extension does not matter', [], 'IMG_0001.JPG', 9, undefined],
  ['gif', ['5.files.3', '9.file.3'], 'a.gif', 9, wrongType],
  ['an older Word file', ['5.files.3', '9.file.3'], 'a.doc', 9, wrongType],
  ['a type in the middle', ['5.files.3'], 'a.pdf.exe', 9, wrongType],
  ['no extension', ['5.files.3'], 'pdf', 9, wrongType],
  ['no name', ['5.files.3'], '', 9, wrongType],
  ['32 characters', ['9.file.2'], `${'n'.repeat(28)}.pdf`, 9, undefined],
  ['33 characters', ['5.files.4', '9.file.2'], `${'n'.repeat(29)}.pdf`, 9, longName],
  ['32 characters of two code units each', ['9.file.2'], `${'😀'.repeat(28)}.pdf`, 9, undefined],
  ['15 letters with marks of their own', [], `${'e\u0301'.repeat(15)}.pdf`, 9, undefined],
  ['32 characters, once letters and marks are composed', ['9.file.2'], `${'e\u0301'.repeat(28)}.pdf`, 9, undefined],
  ['33 of them', ['5.files.4', '9.file.2'], `${'e\u0301'.repeat(29)}.pdf`, 9, longName],
  ['an empty file', ['5.files.5'], 'a.pdf', 0, empty],
])('%s', (_, ids, name, bytes, problem) => expect(fileProblem(name, bytes), proves(...ids)).toBe(problem))

test.each([
  ['a.png', true],
  ['a.JPG', true],
  ['a.jpeg', true],
  ['a.JPE', true],
  ['a.Jfif', true],
  ['jfif', false],
  ['a.pdf', false],
  ['a.jfif.docx', false],
])('%s is a picture: %s', (name, expected) => expect(isPictureName(name)).toBe(expected))

describe('each limit is defined once, and every sentence about it uses that number:', () => {
  const limits = { bytes: 5 * 1024 ** 2, nameLength: 40, types: ['.pdf', '.heic'] }
  test.each([
    ['the size', 'a.pdf', limits.bytes + 1, 'Your file is too large. The maximum file size is 5 MB.'],
    ['a size that is just allowed', 'a.pdf', limits.bytes, undefined],
    ['the types', 'a.png', 9, 'You can only enter the following file types: .pdf, .heic'],
    ['the name', `${'n'.repeat(37)}.pdf`, 9, longName.replace('32', '40')],
    ['a name that is just short enough', `${'n'.repeat(36)}.pdf`, 9, undefined],
  ])('%s', (_, name, bytes, problem) => expect(fileProblem(name, bytes, limits)).toBe(problem))
  test.each([
    [1_048_576, '1 MB', 300],
    [1.5 * 1_048_576, '1.5 MB', 450],
    [5 * 1_048_576, '5 MB', 1498],
  ])('%i bytes are written as %s and get enough time to upload', (bytes, words, seconds) => {
    expect(inMegabytes(bytes)).toBe(words)
    expect(slowestUpload(bytes)).toBe(seconds)
  })
  test.each([
    [undefined, 1],
    [5, 5],
    [10, 10],
  ])('an institution that sets %s allows files of %i MB, and nothing else changes', (megabytes, most) => {
    const limits_ = fileLimitsOf(megabytes)
    expect(limits_).toEqual({ ...fileLimits, bytes: most * 1_048_576 })
    expect(fileProblem('a.pdf', most * 1_048_576, limits_)).toBeUndefined()
    expect(fileProblem('a.pdf', most * 1_048_576 + 1, limits_)).toBe(
      `Your file is too large. The maximum file size is ${most} MB.`,
    )
  })
  test('the guide for operators has the same numbers', () => {
    const guide = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8').replace(/\s+/g, ' ')
    const most = inMegabytes(fileLimits.bytes)
    expect(guide).toContain(`one file of at most ${most} that lasts`)
    expect(guide).toContain(`\`StreamMaxLength\` must be ${most} or more`)
  })
})
