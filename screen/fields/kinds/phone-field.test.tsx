// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { phone } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { controlFor, drawItems, type drawPage, leave, type } from '../drawn-for-test.tsx'

let drawn: Awaited<ReturnType<typeof drawPage>>
afterEach(() => drawn.remove())

const cell = phone('cell', 'Cell')

function box(): HTMLInputElement {
  const control = controlFor(cell)
  if (!(control instanceof HTMLInputElement)) throw new Error('The phone has no box')
  return control
}

test('a phone number is formatted while it is typed, and the caret keeps its place', async () => {
  drawn = await drawItems([cell], { answer: { cell: '(406) 555-014' } })
  await type(box(), '(406) 5955-014', { caret: 8 })
  expect(box().value, proves('2.widgets.7', '5.application.35')).toBe('(406) 595-5014')
  expect([box().selectionStart, box().selectionEnd]).toEqual([8, 8])
  expect(drawn.store.current().answer.cell).toBe('(406) 595-5014')
  await leave(box())
  expect(drawn.changes.map(({ how }) => how)).toEqual(['keystroke', 'commit'])
})

test('only digits are accepted', async () => {
  drawn = await drawItems([cell], { answer: { cell: '(406' } })
  await type(box(), '(406x')
  expect(box().value, proves('5.application.35')).toBe('(406')
  expect(drawn.changes).toEqual([])
})
