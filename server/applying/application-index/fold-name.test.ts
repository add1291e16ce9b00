import { expect, test } from 'vitest'
import { foldedWords } from './fold-name.ts'

test.each([
  ['Núñez-O’Brien', ['nunez', 'obrien']],
  ["O'Neill", ['oneill']],
  ['Łukasz Żółć', ['lukasz', 'zolc']],
  ['van  der\tBerg ', ['van', 'der', 'berg']],
  ['Kealiʻi', ['kealii']],
  ['Đặng Thị Ánh', ['dang', 'thi', 'anh']],
  ['Groß', ['gross']],
  ['王小明', ['王小明']],
  ['Иван Йованов', ['иван', 'иованов']],
  ['---', []],
])('%s', (name, words) => {
  expect(foldedWords(name)).toEqual(words)
  expect(foldedWords(words.join(' '))).toEqual(words)
})

test('a letter is the same however it was composed', () => {
  expect(foldedWords('Zoë'.normalize('NFD'))).toEqual(foldedWords('Zoë'.normalize('NFC')))
})
