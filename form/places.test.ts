import { expect, test } from 'vitest'
import { placesOf } from '../engine/index.ts'
import { admissions } from './index.ts'

const places = placesOf(admissions)

test('every question has a place, hidden or not', () => {
  expect([...places.keys()].toSorted()).toEqual(admissions.keys.toSorted())
})

test('no two questions of the form read the same', () => {
  const words = [...places.values()].map(({ under, label }) => `${under}: ${label}`)
  expect(words.filter((each, index) => words.indexOf(each) !== index)).toEqual([])
})
