// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { certificatePath, recordExportPath } from '../../../api/browser.ts'
import {
  application,
  enter,
  expectAccessible,
  fill,
  named,
  openDesk,
  press,
  refused,
  until,
  words,
} from './desk-for-test.tsx'

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
  await until(() => expect(words('main [aria-live]')).toBe('1 row'))
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
  await until(() => expect(words('main [aria-live]')).toBe('1 row'))
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

describe('people', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>
  afterEach(() => desk.close())

  test('an access is ended only once that is confirmed, and what came of it is said', async () => {
    let isOther = true
    desk = await openDesk('/staff/people', {
      role: 'administrator',
      replies: {
        endStaff: () =>
          isOther
            ? refused(404, 'no_person', 'There is no such person.')
            : { message: 'June Hale can no longer sign in.' },
      },
    })
    const button = await until(() => named('button', 'End access of June Hale'))
    expect(words('main')).not.toContain('End access of Ben Ruiz')
    button.focus()
    await press('End access of June Hale')
    await until(() => expect(words('[role=dialog]')).toContain('End the access of June Hale?'))
    expect(words('[role=dialog]')).toMatch(/These tokens end with it\..*advising/)
    expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true)
    await expectAccessible()
    await press('Cancel', '[role=dialog] button')
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(desk.bodiesOf('endStaff')).toEqual([])
    await until(() => expect(document.activeElement).toBe(button))
    for (const [said, place] of [
      ['There is no such person.', '[role=alert]'],
      ['June Hale can no longer sign in.', '[aria-live]'],
    ] as const) {
      await press('End access of June Hale')
      await press('End access', '[role=dialog] button')
      await until(() => expect(words(`main ${place}`)).toContain(said))
      isOther = false
    }
    expect(desk.calls.filter(([name]) => name === 'endStaff').map(([, , path]) => path)).toEqual([
      '/staff/api/people/1/end',
      '/staff/api/people/1/end',
    ])
  })
})

describe('erasures', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>
  afterEach(() => desk.close())

  test('an erasure is confirmed only after a question, by its name', async () => {
    desk = await openDesk('/staff/erasures', {
      role: 'administrator',
      replies: { confirmErasure: { message: 'The application was erased.' } },
    })
    await until(() => expect(words('main')).toContain('She asks.'))
    await press('Erase the application of Núñez, Sofía')
    await until(() => expect(words('[role=dialog]')).toContain('Erase the application of Núñez, Sofía?'))
    expect(desk.calls.map(([name]) => name)).not.toContain('confirmErasure')
    await press('Erase it')
    await until(() => expect(words('[aria-live]')).toContain('The application was erased.'))
    expect(desk.calls.find(([name]) => name === 'confirmErasure')?.[2]).toContain('a-1')
    await expectAccessible()
  })

  test('the certificate of an erasure can be had as a PDF and as data', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) saved.push(file)
      return 'blob:x'
    })
    desk = await openDesk('/staff/erasures', {
      role: 'administrator',
      replies: { readErasure: { application_id: 'a-3', reference: 'WXYZ-6789' } },
    })
    await until(() => expect(words('main')).toContain('WXYZ-6789'))
    expect(document.querySelector(`a[href="${certificatePath('a-3')}"]`)?.textContent).toBe('Certificate (PDF)')
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Data (JSON)')
    button?.click()
    await until(() => expect(words('main')).toContain('The certificate is in your downloads.'))
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({ reference: 'WXYZ-6789' })
    await expectAccessible()
  })

  test('an old sign-in is told, with the way to a fresh one', async () => {
    const old = refused(403, 'old_sign_in', 'Please sign in again.')
    desk = await openDesk('/staff/erasures', {
      role: 'administrator',
      hasProvider: true,
      replies: { confirmErasure: old },
    })
    await until(() => expect(words('main')).toContain('She asks.'))
    await press('Erase the application of Núñez, Sofía')
    await press('Erase it')
    await until(() => expect(words('[role=alert]')).toContain('Please sign in again.'))
    expect(document.querySelector('[role=alert] a')?.getAttribute('href')).toContain('fresh=1')
  })

  test.each([
    ['asked for', { erasure: { by: 'June Hale', at: application.started_at, reason: 'She asks.' } }, 'To be erased'],
    ['on hold', { hold: { by: 'Ada Moss', at: application.started_at, reason: 'A dispute.' } }, 'On hold'],
  ])('an application %s says so, by whom and why', async (_, state, title) => {
    desk = await openDesk('/staff/application?id=a-1', { replies: { readApplication: { ...application, ...state } } })
    await until(() => expect(words('main')).toContain(title))
    expect(words('main')).toMatch(/She asks\.|A dispute\./)
    expect(words('main')).not.toContain('Ask to erase it')
    await expectAccessible()
  })

  test('who reads only is not offered to erase', async () => {
    desk = await openDesk('/staff/application?id=a-1', { role: 'viewer' })
    await until(() => expect(words('main')).toContain('Called.'))
    expect(words('main')).not.toContain('erase')
  })
})
