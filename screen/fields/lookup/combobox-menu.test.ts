import { expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { roomBetween } from './combobox-menu.tsx'

test.each([
  [100, 600, { above: false, height: 300 }],
  [600, 200, { above: false, height: 200 }],
  [600, 140, { above: false, height: 140 }],
  [600, 139, { above: true, height: 300 }],
  [200, 100, { above: true, height: 200 }],
  [120, 100, { above: true, height: 140 }],
  [80, 100, { above: false, height: 140 }],
])('with %i px above and %i below', (above, below, room) => {
  expect(roomBetween(above, below), proves('9.searchable.1')).toEqual(room)
})
