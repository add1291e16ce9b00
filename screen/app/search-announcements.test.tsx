// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { preloadLazyCode } from '../parts/index.ts'
import { announced, close, focus, heard, opened, press, quiet, SAVED, spoken } from './heard-for-test.ts'
import { control, until } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)
afterEach(close)

describe('a list that is searched', () => {
  const country = () => control('[role=combobox][id=country]')

  test('its count, the option pointed at, the choice', async () => {
    await opened('/about')
    await until(country)
    await focus(country())
    await press('n', 'o', 'r')
    expect(await announced()).toEqual(['polite: 158 options', 'polite: 10 options', 'polite: 7 options'])
    await heard()
    await press('ArrowDown')
    expect(await heard()).toEqual([expect.stringMatching(/^combobox, Country, nor, .*expanded, active descendant /)])
    await press('ArrowUp', 'Enter')
    await quiet()
    expect((await heard()).filter((phrase) => phrase !== SAVED)).toEqual([
      expect.stringMatching(/^combobox, Country, nor, .*expanded, active descendant Nor ?way/),
      expect.stringMatching(/^combobox, Country, Norway, .*not expanded/),
    ])
  })

  test('that nothing matches, and that the text which was left is not in the list', async () => {
    await opened('/about')
    await until(country)
    await focus(country())
    await press('q', 'q', 'z')
    expect(await announced()).toEqual(['polite: 6 options', 'polite: No options'])
    await press('Tab')
    await quiet()
    expect(await heard()).toEqual([
      expect.stringMatching(/, Address line 1, /),
      expect.stringMatching(/^polite: Country: This is not in the list\./),
    ])
  })
})

describe('the search for a school says one thing at a time', () => {
  const schools = [
    { text: 'Prairie State University', id: '1', sub_text: 'Havre, Montana' },
    { text: 'Prairie College', id: '2', sub_text: 'Malta, Montana' },
  ]
  const record = {
    name: 'Prairie State University',
    ceeb: '4488',
    address_line_1: '1 Main St',
    city: 'Havre',
    state: 'Montana',
    zip: '59501',
    country: 'USA',
  }
  const find = (query: unknown) => {
    const asked = new URLSearchParams(String(query))
    if (asked.has('id')) return record
    return schools.filter(({ text }) => text.toLowerCase().startsWith((asked.get('text') ?? '').toLowerCase()))
  }
  const search = async () => {
    await opened('/education', {}, { find })
    await focus(await until(() => control('[role=combobox][id=college_name]')))
  }

  test('the count of what was found, the school pointed at, and its card', async () => {
    await search()
    await press(...'prai')
    expect(await spoken()).toEqual(['polite: 3 options'])
    await press(...'rie')
    await quiet()
    expect(await announced(), 'the same count').toEqual([])
    await press('ArrowDown')
    expect(await heard()).toEqual([expect.stringMatching(/expanded, active descendant Prairie State University/)])
    await press('Enter')
    await quiet()
    expect((await heard()).filter((phrase) => phrase !== SAVED)).toEqual([
      'group, Prairie State University', // its record is on its way
      'group, Prairie State University, Havre, Montana',
    ])
  })

  test('that nothing was found, and only after the box is left what to do about it', async () => {
    await search()
    await press(...'Hill')
    expect(await spoken()).toEqual(['polite: No matches'])
    await press(...' College')
    await quiet()
    expect(await announced()).toEqual([])
    await press('Tab')
    const said = await spoken()
    expect(said.filter((phrase) => phrase !== SAVED)).toEqual(['polite: Enter your school information below.'])
  })
})

test('a ZIP code says what it filled in', async () => {
  await opened('/about', {}, { placeOfZip: { city: 'Bozeman', states: ['Montana'] } })
  await focus(await until(() => control('[id="zip"]')))
  await press(...'59715')
  const said = await spoken()
  expect(said.filter((phrase) => phrase !== SAVED)).toEqual(['polite: Filled in: Bozeman, Montana.'])
})
