// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { entry, school, withPrefix } from '../../../engine/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { drawItems, type drawPage, keyDown, press, the, type, wordsOf } from '../drawn-for-test.tsx'
import { lazyLookupFields } from './lazy-boxes.ts'
import type * as LookUp from './look-up.ts'

const { suggest, recordOf } = vi.hoisted(() => ({
  suggest: vi.fn<typeof LookUp.suggest>(),
  recordOf: vi.fn<typeof LookUp.recordOf>(),
}))
vi.mock('./look-up.ts', () => ({ suggest, recordOf, placeOf: async () => undefined }))

const college = withPrefix(
  'college_2_',
  school('College', 'college_ceeb', [
    entry.text('name', 'Search for Your School', { role: 'name' }),
    entry.code('ceeb', 'Code', { role: 'ceeb' }),
    entry.code('list_id', 'Record', { role: 'list_id', printed: false }),
    entry.text('city', 'City', { role: 'city' }),
  ]),
)
const schools = ['State University', 'College', 'Academy', 'Institute'].map((name, number) => ({
  text: `Prairie ${name}`,
  id: `${number}`,
  sub_text: 'Havre, Montana',
}))

let drawn: Awaited<ReturnType<typeof drawPage>>
beforeAll(async () => {
  await lazyLookupFields.preload()
  await preloadLazyCode()
})
beforeEach(() => {
  vi.useFakeTimers()
  suggest.mockReset().mockResolvedValue(schools)
  recordOf.mockReset().mockResolvedValue({ name: 'Prairie State University', city: 'Havre' })
})
afterEach(async () => {
  await drawn.remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)))
const draw = async (answer = {}) => {
  drawn = await drawItems([college], { answer })
  await pass(0)
}
const box = () => the('#college_2_name')
const answers = () => drawn.store.current().answer
const line = () => document.querySelector('#college_2_name-after')
const buttons = () => [...(line()?.querySelectorAll('button') ?? [])].map(wordsOf)
const pressed = (number: number) => press(`#college_2_name-after button:nth-of-type(${number})`)
const heard = () => [...document.querySelectorAll('[role=status], [aria-live]')].map(wordsOf).join(' ')
/** Types a name, searches for it or not, and leaves the box. */
async function leaveWith(name: string, searching = 250) {
  await type(box(), name)
  await pass(searching)
  await act(async () => box().blur())
  await pass(100)
}

test('a typed name that was left asks below the box whether it is one of three schools, and says so', async () => {
  await draw()
  await leaveWith('Prairy State')
  expect(wordsOf(line() ?? box())).toContain('Is it one of these?')
  expect(buttons()).toEqual([
    'Prairie State University, Havre, Montana',
    'Prairie College, Havre, Montana',
    'Prairie Academy, Havre, Montana',
    'None of these and keep Prairy State',
  ])
  await pass(1_000)
  expect(heard()).toContain('Is it one of these? Prairie State University, Havre, Montana; Prairie College, Havre')
  expect(box().getAttribute('aria-describedby')).toContain('college_2_name-after')
  expect([drawn.store.problems(), answers().college_2_name]).toEqual([[], 'Prairy State'])
  expect(suggest.mock.calls).toEqual([['college_ceeb', 'Prairy State']])
})

test('it asks the same of a name that was left before its search', async () => {
  await draw()
  await leaveWith('Prairy State', 0)
  expect(buttons()).toHaveLength(4)
})

test('a choice is one in the list: the school is a card that has the focus', async () => {
  await draw()
  await leaveWith('Prairy State')
  await pressed(1)
  await pass(0)
  expect(answers()).toMatchObject({
    college_2_name: 'Prairie State University',
    college_2_list_id: '0',
    college_2_city: 'Havre',
  })
  expect([document.activeElement, line()]).toEqual([the('fieldset fieldset'), null])
})

test('“None of these” keeps the name and the focus near, and is the last word about it', async () => {
  await draw()
  await leaveWith('Prairy State')
  await pressed(4)
  expect([answers().college_2_name, document.activeElement, line()]).toEqual(['Prairy State', box(), null])
  for (const name of ['Prairy State', 'Prairy Stat', 'Prairy State']) await leaveWith(name)
  expect([line(), heard()]).toEqual([null, expect.not.stringContaining('one of these')])
  await leaveWith('Prairy Academy')
  expect(buttons()).toContain('None of these and keep Prairy Academy')
})

test('the question goes while another name is typed', async () => {
  await draw()
  await leaveWith('Prairy State')
  await type(box(), 'Prairy Stat')
  expect(line()).toBeNull()
})

test('a name taken from the list as typed is not asked about, and one taken with Enter is', async () => {
  await draw()
  await type(box(), 'Prairy State')
  await pass(250)
  await press('[role=option]:last-child')
  await act(async () => box().blur())
  await pass(100)
  expect([answers().college_2_name, line()]).toEqual(['Prairy State', null])
  await type(box(), 'Prairy Academy')
  await pass(250)
  await keyDown(box(), 'Enter')
  await pass(100)
  expect(buttons()).toHaveLength(4)
})

test.each<[what: string, name: string, prepare: () => void]>([
  ['a name like no school’s', 'Hill College', () => suggest.mockResolvedValue([])],
  [
    'a name whose search takes too long',
    'Prairy State',
    () => suggest.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(schools), 3_000))),
  ],
  ['too short a name', 'UM', () => {}],
  ['no name', '', () => {}],
])('nothing is asked about %s', async (_, name, prepare) => {
  prepare()
  await draw()
  await leaveWith(name)
  await pass(5_000)
  expect([line(), heard()]).toEqual([null, expect.not.stringContaining('one of these')])
})

test('nothing is asked about a name from an earlier visit, nor when a box is only passed', async () => {
  await draw({ college_2_name: 'Prairy State' })
  await act(async () => box().focus())
  await act(async () => box().blur())
  await pass(1_000)
  expect([line(), suggest.mock.calls]).toEqual([null, []])
})

test('moves nothing while a button is pressed, which would be missed', async () => {
  const query = document.querySelector.bind(document)
  let active: Element | null = document.body
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
    selector === ':active' ? active : query(selector),
  )
  await draw()
  await leaveWith('Prairy State')
  expect(line()).toBeNull()
  active = null
  await pass(100)
  expect(buttons()).toHaveLength(4)
})
