// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest'
import { empty } from '../../../testing/empty.ts'
import {
  enter,
  expectAccessible,
  fill,
  named,
  openDesk,
  other,
  press,
  refused,
  until,
  words,
} from './desk-for-test.tsx'

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())
const open = async (given: Parameters<typeof openDesk>[1] = {}, address = '/staff') => {
  desk = await openDesk(address, given)
  await until(() => expect(words('main [aria-live]')).toMatch(/application/))
}
const asked = () => desk.bodiesOf('findApplications').at(-1)

test('a search is sent when asked for, goes into no address, and can be cleared', async () => {
  await open()
  await fill('Name', 'nun sof')
  await fill('Last 4 of SSN', '0123')
  expect(desk.bodiesOf('findApplications')).toHaveLength(1)
  await enter('Name')
  await until(() => expect(asked()).toMatchObject({ search: { name: 'nun sof', ssn_end: '0123' } }))
  expect(window.location.href + JSON.stringify(window.history.state)).not.toMatch(/nun|0123/)
  await press('Clear the search')
  await until(() => expect(asked()).toMatchObject({ search: empty }))
  expect((named('input', 'Name') as HTMLInputElement).value).toBe('')
})

test('a search that cannot be used is refused with its sentence, and what was typed stays', async () => {
  const sentence = 'Search by the end of a Social Security number only together with a name or a birth date.'
  await open({
    replies: {
      findApplications: (body) =>
        JSON.stringify(body).includes('ssn_end')
          ? refused(400, 'unusable_search', sentence)
          : { applications: [other], next: null, matching: 1, counted_up_to: 1000 },
    },
  })
  await fill('Last 4 of SSN', '0123')
  await enter('Last 4 of SSN')
  await until(() => expect(words('[role=alert]')).toContain(sentence))
  expect((named('input', 'Last 4 of SSN') as HTMLInputElement).value).toBe('0123')
  await expectAccessible()
})

test('filters and the order are in the address, and come from it', async () => {
  await open({}, '/staff?term=202730&assignee=0&sort=name')
  expect(asked()).toMatchObject({ filter: { term: '202730', assignee: 0 }, sort: 'name', order: 'up' })
  expect((named('select', 'Order') as HTMLSelectElement).value).toBe('name up')
  await fill('Status', 'submitted')
  await fill('Order', 'started down')
  await fill('Term', '')
  await until(() =>
    expect(asked()).toMatchObject({ filter: { status: 'submitted', assignee: 0 }, sort: 'started', order: 'down' }),
  )
  expect(window.location.search).toBe('?assignee=0&sort=started&status=submitted&order=down')
})

test('questions of the office are filters, in the address too, and one that is gone can be taken out', async () => {
  await open({}, '/staff?own_gone=A')
  expect(asked()).toMatchObject({ filter: { facets: { own_gone: 'A' } } })
  await press('Take out the filter own_gone')
  await fill('When?', 'DAY')
  await fill('By bus', 'no')
  await until(() => expect(asked()).toMatchObject({ filter: { facets: { own_shift: 'DAY', own_bus: 'no' } } }))
  expect(window.location.search).toBe('?own_shift=DAY&own_bus=no')
  await fill('When?', '')
  await fill('By bus', '')
  await until(() => expect(asked()).toEqual(expect.objectContaining({ filter: empty })))
  await expectAccessible()
})

test('two filters that are picked at once both count', async () => {
  await open()
  for (const [label, value] of [
    ['Status', 'submitted'],
    ['With the office', 'new'],
  ] as const) {
    const select = named('select', label) as HTMLSelectElement
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  await until(() => expect(asked()).toMatchObject({ filter: { status: 'submitted', work: 'new' } }))
})

test('an address with a filter that there is not is refused with a sentence', async () => {
  const replies = { findApplications: refused(400, 'malformed', 'We could not read that.') }
  desk = await openDesk('/staff?sort=x', { replies })
  await until(() => expect(words('[role=alert]')).toContain('We could not read that.'))
})

test('more are shown when asked for, and a thousand are not counted', async () => {
  const page = (id: string, next: string | null) => ({
    applications: [{ ...other, id, name: `Hale, ${id}` }],
    next,
    matching: 1000,
    counted_up_to: 1000,
  })
  await open({
    replies: { findApplications: (body) => (Object(body).after === 'next' ? page('Two', null) : page('One', 'next')) },
  })
  await until(() => expect(words('[aria-live]')).toContain('More than 1,000 applications'))
  await press('Show more')
  await until(() => expect(words('tbody')).toMatch(/Hale, One.*Hale, Two/))
  expect(words('main')).not.toContain('Show more')
})

test('chosen applications are marked and assigned together, and the choice is over then', async () => {
  await open({ replies: { changeHandling: { message: '2 applications changed.' } } })
  expect(words('main')).not.toContain('Assign to')
  await press('Choose all', 'input')
  expect(document.querySelectorAll('tbody input:checked')).toHaveLength(2)
  await press('Choose Hale, Omar', 'input')
  await until(() => named('select', 'Mark as'))
  await press('Choose all', 'input')
  await fill('Mark 2 applications', 'in_hand')
  await fill('Assign to', '0')
  await expectAccessible()
  await press('Change')
  await until(() => expect(words('[aria-live]')).toContain('2 applications changed.'))
  expect(desk.bodiesOf('changeHandling')).toEqual([
    {
      applications: ['a-1', 'a-2'].map((id) => ({ id, version: 3 })),
      state: 'in_hand',
      assignee: null,
    },
  ])
  expect(document.querySelectorAll('tbody input:checked')).toHaveLength(0)
})

test('a withdrawn application says so first, and can be filtered by', async () => {
  const withdrawn = { ...other, status: 'withdrawn', work: { ...other.work, state: 'withdrawn' }, name: 'Back, Ida' }
  await open({
    replies: { findApplications: { applications: [withdrawn], next: null, matching: 1, counted_up_to: 1000 } },
  })
  await until(() => expect(words('tbody td[data-title=Name]')).toBe('WithdrawnBack, Ida'))
  expect(words('tbody td[data-title=Status]')).toBe('Withdrawn')
  await fill('Status', 'withdrawn')
  await until(() => expect(asked()).toMatchObject({ filter: { status: 'withdrawn' } }))
})

test('the lists of work count, lead to their filter, and the desk says that something came', async () => {
  const lists = [
    { name: 'came', count: 3 },
    { name: 'mine', count: 1000 },
  ]
  await open({ replies: { countWork: { lists, counted_up_to: 1000 } } })
  await until(() => expect(words('nav[aria-label=Lists] a')).toBe('All | Something came 3 | Mine 1,000+'))
  expect(words('header a[aria-current]')).toBe('Queue3with something that came')
  named('nav a', 'Mine 1,000+').click()
  await until(() => expect(asked()).toMatchObject({ filter: { work: 'open', assignee: 'me' } }))
  expect(words('nav[aria-label=Lists] a[aria-current]')).toBe('Mine 1,000+')
  await expectAccessible()
})

test('each application says in words how it stands with the office', async () => {
  const standing = async (work: object) => {
    desk = await openDesk('/staff', {
      replies: {
        findApplications: {
          applications: [{ ...other, work: { ...other.work, ...work } }],
          next: null,
          matching: 1,
          counted_up_to: 1000,
        },
      },
    })
    await until(() => expect(words('td[data-title=Status]')).not.toBe(''))
    const said = words('td[data-title=Status]')
    desk.close()
    return said
  }
  expect(await standing({ state: 'came', came: 'correction' })).toBe('Correction came')
  expect(await standing({ state: 'came', came: 'document' })).toBe('Document came')
  const [until1, until2] = ['2099-12-16T07:00:00.000Z', '2020-12-16T07:00:00.000Z']
  expect(await standing({ state: 'waiting', until: until1 })).toBe('Waiting through December 15, 2099')
  expect(await standing({ state: 'waiting', until: until2 })).toBe('Overdue, asked through December 15, 2020')
  desk = await openDesk('/staff')
})

test('a view that was saved before there were lists still finds what it found', async () => {
  await open({}, '/staff?term=202730&handling=handled')
  expect(asked()).toMatchObject({ filter: { term: '202730', work: 'handled' } })
  expect((named('select', 'With the office') as HTMLSelectElement).value).toBe('handled')
  await fill('With the office', '')
  await until(() =>
    expect(asked()).toEqual({ filter: { term: '202730' }, sort: 'submitted', order: 'down', search: empty }),
  )
  expect(window.location.search).toBe('?term=202730')
})

test('a viewer chooses nothing', async () => {
  await open({ role: 'viewer' })
  await until(() => expect(words('tbody')).toContain('Hale, Omar'))
  expect(document.querySelector('table input')).toBeNull()
})

test('filters are saved under a name, opened and removed; a refusal keeps the name', async () => {
  let isTaken = true
  await open(
    { replies: { saveView: () => (isTaken ? refused(400, 'malformed', 'Another name, please.') : { id: 8 }) } },
    '/staff?status=submitted',
  )
  await fill('Save these filters as', 'Mine')
  await enter('Save these filters as')
  await until(() => expect(words('[role=alert]')).toBe('Another name, please.'))
  const field = named('input', 'Save these filters as') as HTMLInputElement
  expect(field.value).toBe('Mine')
  isTaken = false
  await enter('Save these filters as')
  await until(() => expect(field.value).toBe(''))
  await until(() => expect(words('main')).toContain('Saved.'))
  expect(desk.bodiesOf('saveView').at(-1)).toEqual({
    name: 'Mine',
    search: '?status=submitted',
    is_shared: false,
  })
  await press('Remove Spring')
  expect(desk.calls.at(-2)?.[2]).toBe('/staff/api/views/7/remove')
  await press('Spring')
  await until(() => expect(window.location.search).toBe('?term=202730'))
})

test.each([
  ['viewer', ['/staff/application?id=a-1'], false],
  ['processor', ['/staff/application?id=a-1', '/staff/application?id=a-2'], true],
] as const)(
  'a %s is led to drafts, and searches by the end of a number, only with the right',
  async (role, to, searches) => {
    const draft = { ...other, status: 'started', work: { ...other.work, state: 'draft' }, submitted_at: null }
    const applications = [{ ...other, id: 'a-1', name: 'Sent, Ada' }, draft]
    desk = await openDesk('/staff', {
      role,
      replies: { findApplications: { applications, next: null, matching: 2, counted_up_to: 1000 } },
    })
    await until(() => expect(words('main table')).toContain('Hale, Omar'))
    const links = [...document.querySelectorAll('main td a')].map((each) => each.getAttribute('href'))
    expect(links).toEqual(to)
    expect(words('main form').includes('Last 4 of SSN')).toBe(searches)
  },
)

test('receipts that a restored database does not have are named, and can be settled', async () => {
  await open({ replies: { settleLostReceipt: { message: 'The receipt is settled.' } } })
  await until(() => expect(words('main')).toMatch(/Receipts without an application: 1.*LOST-2345 Lost, Lou, lou@mail/))
  expect(words('main')).toContain('Submitted again: AGAI-2345')
  await expectAccessible()
  await press('LOST-2345 is settled')
  await until(() => expect(words('main')).toContain('The receipt is settled.'))
  expect(desk.bodiesOf('settleLostReceipt')).toEqual([{ id: 'a-8', version: 1 }])
})
