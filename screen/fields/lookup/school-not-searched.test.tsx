// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { entry, school, withPrefix } from '../../../engine/index.ts'
import { drawItems, the, type } from '../drawn-for-test.tsx'
import type * as LookUp from './look-up.ts'
import { LookupBox } from './lookup-box.tsx'
import { ZipField } from './zip-field.tsx'

const fields = { LookupBox, ZipField }

const fetching = vi.hoisted(() => ({ loaded: vi.fn(), preload: vi.fn() }))
vi.mock('./lazy-boxes.ts', async (original) => ({
  ...(await original<typeof import('./lazy-boxes.ts')>()),
  lazyLookupFields: fetching,
}))
const { suggest } = vi.hoisted(() => ({ suggest: vi.fn<typeof LookUp.suggest>() }))
vi.mock('./look-up.ts', () => ({ suggest, placeOf: async () => undefined }))

const college = withPrefix(
  'college_2_',
  school('College', 'college_ceeb', [
    entry.text('name', 'Search for Your School', { role: 'name' }),
    entry.code('ceeb', 'Code', { role: 'ceeb' }),
  ]),
)

test('a school typed before the code had come is not done before its search has answered', async () => {
  const [code, reply] = [Promise.withResolvers<typeof fields>(), Promise.withResolvers<readonly LookUp.Suggestion[]>()]
  fetching.preload.mockReturnValue(code.promise)
  suggest.mockReturnValue(reply.promise)
  const { store, remove } = await drawItems([college])
  const isLeft = () => store.unfinished().has('college_2_name')
  the('#college_2_name').focus()
  await type(the('#college_2_name'), 'Hill College')
  await act(async () => the('#college_2_name').blur())
  expect([isLeft(), store.problems()]).toEqual([true, []])
  await act(async () => code.resolve(fields))
  expect([isLeft(), suggest.mock.calls]).toEqual([true, [['college_ceeb', 'Hill College']]])
  await act(async () => reply.resolve([]))
  expect(isLeft()).toBe(false)
  await remove()
})

test('a school is not done while its search is on its way, and is once that has answered', async () => {
  fetching.loaded.mockReturnValue(fields)
  const [early, late] = [0, 1].map(() => Promise.withResolvers<readonly LookUp.Suggestion[]>())
  suggest.mockReset().mockResolvedValue([])
  for (const reply of [early, late]) suggest.mockReturnValueOnce(reply?.promise ?? Promise.resolve([]))
  const { store, remove } = await drawItems([college])
  const isLeft = () => store.unfinished().has('college_2_name')
  const leave = async (text: string) => {
    await act(async () => the('#college_2_name').focus())
    await type(the('#college_2_name'), text)
    await act(async () => the('#college_2_name').blur())
  }
  await leave('Hill Coll')
  expect([isLeft(), suggest.mock.calls.length]).toEqual([true, 1])
  await leave('Hill College')
  expect([isLeft(), suggest.mock.calls.length]).toEqual([true, 2])
  await act(async () => early?.resolve([])) // to what is no longer the answer
  expect(isLeft()).toBe(true)
  await act(async () => late?.resolve([]))
  expect([isLeft(), store.problems()]).toEqual([false, []])
  await leave('Hill Colleg')
  await leave('Hill College')
  await act(async () => {})
  expect(isLeft()).toBe(false)
  await remove()
})
