import { expect, test } from 'vitest'
import { csvOf } from './save-file.ts'

test('cells are quoted where they must be, and none is calculated', () => {
  expect(
    csvOf([
      ['a', 'b,c', 'say "x"', 'two\nlines'],
      ['=1+1', '@x', '-2', '+3', 'plain'],
    ]),
  ).toBe('a,"b,c","say ""x""","two\nlines"\r\n\'=1+1,\'@x,\'-2,\'+3,plain\r\n')
})
