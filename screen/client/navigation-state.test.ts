import { expect, test } from 'vitest'
import { readNavigationState } from './navigation-state.ts'

test.each([
  [null, {}],
  ['/login', {}],
  [[], {}],
  [{ _isRedirect: true }, {}],
  [{ username: 'a@b.example' }, { username: 'a@b.example' }],
  [{ username: 7, errorMessage: {}, successMessage: '' }, {}],
  [
    { errorMessage: 'No.', successMessage: 'Yes.' },
    { errorMessage: 'No.', successMessage: 'Yes.' },
  ],
  [{ answers: { first_name: 'Maya' } }, { answers: { first_name: 'Maya' } }],
  [{ answers: { first_name: null }, username: 'a@b.example' }, { username: 'a@b.example' }],
  [{ answers: ['Maya'] }, {}],
  [Object.create({ username: 'inherited' }), {}],
])('state %j is read as %j', (state, expected) => {
  expect(readNavigationState(state)).toEqual(expected)
})
