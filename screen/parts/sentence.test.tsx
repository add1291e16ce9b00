// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw, the } from './drawn-for-test.tsx'
import { sentence } from './sentence.tsx'

const pieces = () => [...the('p').children].map((each) => [each.textContent, each.getAttribute('translate')])

test('a given value stays as it is, and each text has an element of its own', async () => {
  const file = 'my visa.png'
  const page = await draw(<p>{sentence`Delete ${file}?`}</p>)
  expect(the('p').textContent).toBe('Delete my visa.png?')
  expect(pieces()).toEqual([
    ['Delete ', null],
    ['my visa.png', 'no'],
    ['?', null],
  ])
  await page.remove()
})

test('a value that is empty, or stands first or last, leaves no empty element', async () => {
  const [first, none] = ['ada@example.org', '']
  const page = await draw(<p>{sentence`${first} and ${none}`}</p>)
  expect(pieces()).toEqual([
    ['ada@example.org', 'no'],
    [' and ', null],
  ])
  await page.remove()
})
