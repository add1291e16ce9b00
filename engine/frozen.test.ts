import { expect, test } from 'vitest'
import { frozen } from './frozen.ts'

test('plain data is frozen at every depth, also inside an object that was frozen before', () => {
  const deep = { list: [{ name: 'a' }] }
  const surface = Object.freeze([{ name: 'b' }])
  const value = frozen({ deep, surface, nothing: null, missing: undefined, word: 'c' })
  expect([value, deep, deep.list, deep.list[0], surface[0]].every((each) => Object.isFrozen(each))).toBe(true)
  expect(value).toEqual({ deep: { list: [{ name: 'a' }] }, surface: [{ name: 'b' }], nothing: null, word: 'c' })
})
