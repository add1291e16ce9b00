// @vitest-environment happy-dom

import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { draw, press, the } from './drawn-for-test.tsx'
import { given, LiveRegion, marked, SkipLink, Status, sentence, Text, type TextVariant } from './text.tsx'

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
    const page = await draw(<p>{sentence('Delete {file}?', { file })}</p>)
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
    const page = await draw(<p>{sentence('{first} and {none}', { first, none })}</p>)
    expect(pieces()).toEqual([
      ['ada@example.org', 'no'],
      [' and ', null],
    ])
    await page.remove()
  })

  test('eyes see what is marked as seen, and screen readers read all of it, in whatever order', async () => {
    const button = (words: string) => <p>{sentence(words, { file: 'visa.png' })}</p>
    const last = await draw(button('<seen>Delete</seen> {file}'))
    expect(pieces().map(([words]) => words)).toEqual(['Delete', ' visa.png'])
    expect(the('p > :last-child').className).toContain('hidden')
    expect(the('p > :last-child > :last-child').getAttribute('translate')).toBe('no')
    await last.remove()
    const first = await draw(button('{file}: <seen>löschen</seen>'))
    expect(pieces().map(([words]) => words)).toEqual(['visa.png: ', 'löschen'])
    expect(the('p > :first-child').className).toContain('hidden')
    await first.remove()
  })
})

describe('a value that is given in a text', () => {
  const pieces = () =>
    [...document.querySelectorAll('[aria-live] > span > *')].map((each) => [
      each.tagName,
      each.textContent,
      each.getAttribute('translate'),
    ])

  const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

  test('stays as it is in what is read aloud, and its pieces come together', async () => {
    const page = await draw(<LiveRegion>{`${given('my\u2069 visa.png')} is attached.`}</LiveRegion>)
    await soon()
    expect(the('[aria-live]').textContent).toBe('my visa.png is attached.')
    expect(pieces()).toEqual([
      ['BDI', 'my visa.png', 'no'],
      ['SPAN', ' is attached.', null],
    ])
    await page.redraw(<LiveRegion>{`Deleting ${given('my visa.png')}.`}</LiveRegion>)
    expect(the('[aria-live]').textContent).toBe('')
    await soon()
    expect(the('[aria-live]').textContent).toBe('Deleting my visa.png.')
    await page.redraw(<LiveRegion>No file is attached.</LiveRegion>)
    await soon()
    expect(the('[aria-live]').textContent).toBe('No file is attached.')
    await page.remove()
  })

  test('a text without one is drawn as it is', () => {
    expect(marked('Your file is empty.')).toBe('Your file is empty.')
  })
})

describe('what is read aloud has a place before it has words', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const read = () => the('[aria-live=polite][aria-atomic=true]').textContent
  const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

  test('a status that is drawn while the page is used', async () => {
    const page = await draw(<Status as="p">This code has expired.</Status>)
    expect(the('p').textContent).toBe('')
    await wait(149)
    expect(read()).toBe('')
    await wait(1)
    expect(read()).toBe('This code has expired.')
    await page.redraw(<Status as="p">This code works.</Status>)
    expect(read(), 'the place is known').toBe('This code works.')
    await page.remove()
  })

  test('a status that the server sent is there with the page', async () => {
    const status = <Status>No term is open.</Status>
    const host = document.body.appendChild(document.createElement('div'))
    host.innerHTML = renderToString(status)
    expect(read()).toBe('No term is open.')
    const failures: unknown[] = []
    const root = await act(async () =>
      hydrateRoot(host, status, { onRecoverableError: (error) => failures.push(error) }),
    )
    expect(read()).toBe('No term is open.')
    expect(failures).toEqual([])
    await act(async () => root.unmount())
    host.remove()
  })

  test('news that no eye sees', async () => {
    const page = await draw(<LiveRegion isNews>Your change cleared this answer.</LiveRegion>)
    await wait(149)
    expect(read()).toBe('')
    await wait(1)
    expect(read()).toBe('Your change cleared this answer.')
    await page.redraw(<LiveRegion isNews>Your change cleared 2 answers.</LiveRegion>)
    expect(read()).toBe('Your change cleared 2 answers.')
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
