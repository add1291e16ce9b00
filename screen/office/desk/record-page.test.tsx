// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordExportPath } from '../../../api/browser.ts'
import { enter, expectAccessible, fill, named, openDesk, press, refused, until, words } from './desk-for-test.tsx'

let desk: Awaited<ReturnType<typeof openDesk>>
let saved: Blob[] = []
beforeEach(() => {
  saved = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {}) // else the page itself would go there
})
afterEach(async () => {
  await desk.close()
  vi.restoreAllMocks()
})
const textOf = async (file: Blob | undefined) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.arrayBuffer())

test('the record is filtered when asked for, and all that the filter finds is downloaded', async () => {
  desk = await openDesk('/staff/record', {
    role: 'administrator',
    replies: { [recordExportPath]: new Response('at,actor\r\n') },
  })
  await fill('Who', ' june ')
  await fill('From', '2026-11-01')
  expect(desk.bodiesOf('readRecord')).toEqual([{}])
  await enter('Who')
  await until(() => expect(desk.bodiesOf('readRecord').at(-1)).toEqual({ actor: 'june', from: '2026-11-01' }))
  await until(() => expect(words('main [role=status]')).toBe('1 row'))
  await press('Download all of them (CSV)')
  await until(() => expect(saved).toHaveLength(1))
  expect(desk.calls.at(-1)).toEqual([recordExportPath, { actor: 'june', from: '2026-11-01' }, recordExportPath])
  expect(await textOf(saved[0])).toBe('at,actor\r\n')
})

test('a row says in words who did what, to which application', async () => {
  desk = await openDesk('/staff/record', { role: 'administrator' })
  await until(() => expect(words('main ol li p:first-child')).toMatch(/: staff:June Hale, number revealed$/))
  expect(words('main ol li p + p')).toBe(
    'ABCD-2345 · person: 1 · reason: Financial aid asked · made by: Op · emergency: no · filter: actor: Ada',
  )
})

test('a download that is refused says why, and after an old sign-in leads to a fresh one', async () => {
  const old = refused(403, 'old_sign_in', 'Please sign in again, so that we know it’s you.')
  desk = await openDesk('/staff/record', {
    role: 'administrator',
    hasProvider: true,
    replies: { [recordExportPath]: old },
  })
  await until(() => expect(words('main [role=status]')).toBe('1 row'))
  await press('Download all of them (CSV)')
  await until(() => expect(words('[role=alert]')).toContain('Please sign in again'))
  const back = new URLSearchParams({ return: '/staff/record', fresh: '1' })
  expect(named('a', 'Sign in again').getAttribute('href')).toBe(`/staff/sign-in?${back}`)
  expect(saved).toEqual([])
  await expectAccessible()
})

test('statistics are downloaded as one table, whatever their labels say', async () => {
  desk = await openDesk('/staff/statistics', {
    replies: {
      readStatistics: {
        now: [{ what: 'Submitted', count: 1200 }],
        submitted_by_day: [{ day: '2026-11-21', count: 3 }],
        submitted_by_term: [{ label: '=1+1', count: 2 }],
        submitted_by_major: [],
        withdrawn_by_term: [{ label: 'Spring 2027', count: 1 }],
      },
    },
  })
  await press('Download (CSV)')
  expect(await textOf(saved[0])).toBe(
    [
      '\uFEFFTable,What,Count',
      'Now,Submitted,1200',
      "Submitted by term,'=1+1,2",
      'Withdrawn by term,Spring 2027,1',
      'Submitted by day,"Nov 21, 2026",3',
      '',
    ].join('\r\n'),
  )
})
