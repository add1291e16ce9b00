import { expect, test } from 'vitest'
import { fileProblem } from './file-problem.ts'

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
