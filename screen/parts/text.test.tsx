// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { draw, press, the } from './drawn-for-test.tsx'
import { SkipLink, sentence, Text, type TextVariant } from './text.tsx'

describe('text', () => {
  test.each<[TextVariant | undefined, string]>([
    ['underlined', 'underlined'],
    ['outlined', 'outlined'],
    [undefined, 'outlined'],
  ])('a text with the variant %s is %s', async (variant, look) => {
    const { remove } = await draw(variant ? <Text variant={variant}>Maya</Text> : <Text>Maya</Text>)
    expect(the('span').textContent).toBe('Maya')
    expect(the('span').className, proves('3.state.19')).toContain(look)
    await remove()
  })
})

describe('sentence', () => {
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
})

describe('skip link', () => {
  test('the skip link moves the focus and leaves the address alone', async () => {
    const before = location.href
    const page = await draw(
      <>
        <SkipLink to="main">Skip to the questions</SkipLink>
        <main id="main" />
      </>,
    )
    await press('a')
    expect(document.activeElement?.id).toBe('main')
    expect(location.href).toBe(before)
    await page.remove()
  })
})
