import { expect, test } from 'vitest'
import { createRevisionsSeen } from './saving.ts'

test('a reply older than a profile read since does not restore what that profile replaced', () => {
  const revisions = createRevisionsSeen()
  revisions.caughtUp({ revision: 6, answer: { city: 'Helena' } })
  expect(revisions.newest(4, { city: 'Butte', zip: '59701' })).toEqual({ city: 'Helena', zip: '' })
  expect(revisions.newest(7, { city: 'Butte' })).toEqual({ city: 'Butte' })
  revisions.forget()
  expect(revisions.newest(1, { city: 'Butte' })).toEqual({ city: 'Butte' })
})
