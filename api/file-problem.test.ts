import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileLimits, fileProblem, inMegabytes, slowestUpload } from './file-problem.ts'

const tooLarge = 'Your file is too large. The maximum file size is 1 MB.'
const wrongType = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx'
const longName =
  'The name of your file is too long. File name can have a maximum of 32 characters, including the extension.'
const empty = 'Your file is empty. Please upload a non-empty file.'

test.each([
  ['[5.files.2] [9.file.1] one byte', 'visa.pdf', 1, undefined],
  ['[5.files.2] [9.file.1] exactly 1 MB', 'visa.pdf', 1_048_576, undefined],
  ['[5.files.2] [9.file.1] a byte over 1 MB', 'visa.pdf', 1_048_577, tooLarge],
  ['[5.files.3] [9.file.3] png', 'a.png', 9, undefined],
  ['[5.files.3] [9.file.3] jpeg', 'a.jpeg', 9, undefined],
  ['[5.files.3] [9.file.3] jpg', 'a.jpg', 9, undefined],
  ['[5.files.3] [9.file.3] docx', 'a.docx', 9, undefined],
  ['[5.files.3] the case of the extension does not matter', 'IMG_0001.JPG', 9, undefined],
  ['[5.files.3] [9.file.3] gif', 'a.gif', 9, wrongType],
  ['[5.files.3] an older Word file', 'a.doc', 9, wrongType],
  ['[5.files.3] a type in the middle', 'a.pdf.exe', 9, wrongType],
  ['[5.files.3] no extension', 'pdf', 9, wrongType],
  ['[5.files.3] no name', '', 9, wrongType],
  ['[5.files.4] [9.file.2] 32 characters', `${'n'.repeat(28)}.pdf`, 9, undefined],
  ['[5.files.4] [9.file.2] 33 characters', `${'n'.repeat(29)}.pdf`, 9, longName],
  ['[5.files.4] 32 characters of two code units each', `${'😀'.repeat(28)}.pdf`, 9, undefined],
  ['[5.files.5] an empty file', 'a.pdf', 0, empty],
])('%s', (_, name, bytes, problem) => expect(fileProblem(name, bytes)).toBe(problem))

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
  test('the guide for operators has the same numbers', () => {
    const guide = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8').replace(/\s+/g, ' ')
    const most = inMegabytes(fileLimits.bytes)
    expect(guide).toContain(`one file of at most ${most} that lasts`)
    expect(guide).toContain(`\`StreamMaxLength\` must be ${most} or more`)
  })
})
