// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { originalPath } from '../../../api/browser.ts'
import {
  application,
  enter,
  expectAccessible,
  fill,
  named,
  never,
  openDesk,
  press,
  refused,
  until,
  words,
} from './desk-for-test.tsx'

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())
const open = async (given: Parameters<typeof openDesk>[1] = {}) => {
  desk = await openDesk('/staff/application?id=a-1', given)
  await until(() => expect(words('h1')).toBe('Núñez, Sofía'))
}

test('while it is read the page has a heading, which takes the focus of the link that is gone', async () => {
  desk = await openDesk('/staff/application?id=a-1', { replies: { readApplication: never } })
  await until(() => expect(words('h1')).toBe('Application'))
  expect(document.activeElement?.tagName).toBe('H1')
  await expectAccessible()
})

test.each([
  ['viewer', []],
  ['processor', ['Packet (PDF)', 'Change', 'Show the number', 'Log out everywhere', 'Add']],
] as const)('a %s is offered what the role may do', async (role, offered) => {
  await open({ role })
  const all = ['Packet (PDF)', 'Change', 'Show the number', 'Log out everywhere', 'Add']
  const shown = [...document.querySelectorAll('main a, main button')].map(({ textContent }) => textContent ?? '')
  expect(all.filter((each) => shown.includes(each))).toEqual(offered)
  await expectAccessible()
})

test('the file for a letter is made by a data steward alone, who says for whom', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await open({ role: 'data_steward', replies: { makeHeldData: { account: {} } } })
  expect(words('main')).toContain('Show the number')
  await fill('Who asks for the file?', 'Her letter')
  await enter('Who asks for the file?')
  await until(() => expect(words('main')).toContain('The file is in your downloads.'))
  expect(desk.bodiesOf('makeHeldData')).toEqual([{ reason: 'Her letter' }])
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
  await expectAccessible()
})

test('of what is not submitted no number is asked for, nor a file by a processor', async () => {
  await open({ replies: { readApplication: { ...application, status: 'started', submitted_at: null } } })
  expect(words('main')).not.toMatch(/Show the number|Who asks for the file/)
})

test('a packet is only of what was submitted', async () => {
  await open({ replies: { readApplication: { ...application, status: 'started', submitted_at: null } } })
  expect(words('main')).not.toContain('Packet (PDF)')
})

test.each([
  ['es', true],
  [null, false],
])('of one that was answered in %s the language is told: %s', async (answered_in, isTold) => {
  await open({ replies: { readApplication: { ...application, answered_in } } })
  expect(words('main').includes('Answered in')).toBe(isTold)
  expect(words('main').includes('Spanish')).toBe(isTold)
})

test('what a signature is worth stands beside its document, and its original comes after a warning', async () => {
  const [file] = application.files
  if (!file) throw new Error('It has a file.')
  const id = '0b2c4d6e-8f10-4a2b-8c3d-4e5f60718293'
  const signed = { ...file, signature: 'signed by Ada, signature intact', original: id }
  await open({ replies: { readApplication: { ...application, files: [signed, file] } } })
  expect(words('main')).toMatch(/transcript.pdf, attached ?Signed by Ada, signature intact/)
  const isDownload = (each: Element) => each.getAttribute('href') === originalPath('a-1', id)
  const links = () => [...document.querySelectorAll('a[download]')].filter(isDownload)
  expect(links()).toEqual([])
  expect(document.body.textContent?.match(/Original with its signature/g)).toHaveLength(1)
  await press('Original with its signature transcript.pdf')
  await until(() => expect(words('[role=dialog]')).toMatch(/scripts and links.*only to check its signature.*record/))
  expect(links()).toHaveLength(1)
  await expectAccessible()
})

test('a withdrawn application says so first; it can still be read, and nothing is asked for', async () => {
  const withdrawal = { at: '2026-11-22T18:00:00Z', reason: 'Another college.' }
  await open({
    replies: {
      readApplication: {
        ...application,
        status: 'withdrawn',
        work: { state: 'withdrawn', since: null, until: null, came: null },
        withdrawal,
        duplicates_of: [{ id: 'a-9', name: 'Nunez, Sofia', reference: null, status: 'withdrawn' }],
        others: [{ id: 'a-8', term: 'Fall 2027', reference: 'WXYZ-6789', status: 'submitted' }],
      },
    },
  })
  expect(words('main')).toMatch(
    /Núñez, Sofía ?Withdrawn by the applicant, Nov 22, 2026, 11:00 AM MST ?Another college\..*Packet.*Nunez, Sofia +\(Withdrawn\).*Status ?Withdrawn.*Fall 2027 WXYZ-6789 \(Submitted\)/,
  )
  expect(words('main')).not.toContain('Ask the applicant')
  await expectAccessible()
})

test('what ends with a day is said to be open through it', async () => {
  const wish = { by: 'Ada Moss', at: '2026-11-22T18:00:00Z', reason: 'A correction.', until: '2026-12-16T07:00:00Z' }
  const requests = [{ ...wish, id: 4, title: 'Grades', state: 'waiting' }]
  await open({ replies: { readApplication: { ...application, reopening: wish, requests } } })
  expect(words('main')).toMatch(
    /Open for changes through December 15, 2026.*Grades, asked for through December 15, 2026/,
  )
  expect(words('main')).not.toMatch(/Dec(ember)? 16/)
})

test('an applicant is helped with the account', async () => {
  let asked: unknown
  await open({
    replies: {
      helpWithAccount: (body) => {
        asked = body
        return { message: 'It was emailed.' }
      },
    },
  })
  await press('Email a link for a new password')
  expect(asked).toEqual({ what: 'password_link' })
  await until(() => expect(words('main')).toContain('It was emailed.'))
})

test('the answers open in a tab of their own, which closes again if they may not be read', async () => {
  const tab = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
  vi.stubGlobal('open', () => tab)
  let isGone = false
  await open({
    replies: {
      openApplication: () =>
        isGone ? refused(404, 'no_such_application', 'It is not there.') : { url: 'https://x.example/view' },
    },
  })
  await press('Read the application')
  expect(tab.location.replace).toHaveBeenCalledWith('https://x.example/view')
  expect(tab.opener).toBeNull()
  isGone = true
  await press('Read the application')
  await until(() => expect(words('[role=alert]')).toBe('It is not there.'))
  expect(tab.close).toHaveBeenCalledOnce()
})

describe('the Social Security number', () => {
  const ask = async () => {
    await fill('Why do you need it?', 'To match a record.')
    await enter('Why do you need it?')
  }

  test('is shown for a reason, until it is hidden or a minute is over', async () => {
    await open({ replies: { revealSsn: { ssn: '501-55-0123' } } })
    await enter('Why do you need it?')
    expect(desk.bodiesOf('revealSsn')).toEqual([])
    await ask()
    await until(() => expect(words('[aria-live]')).toContain('501-55-0123'))
    expect(desk.bodiesOf('revealSsn')).toEqual([{ reason: 'To match a record.' }])
    await expectAccessible()
    await press('Hide')
    expect(document.body.textContent).not.toContain('501-55-0123')
    expect((named('input', 'Why do you need it?') as HTMLInputElement).value).toBe('')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await ask()
    await vi.advanceTimersByTimeAsync(59_000)
    await until(() => expect(document.body.textContent).toContain('501-55-0123'))
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await until(() => expect(document.body.textContent).not.toContain('501-55-0123'))
  })

  test('that nobody gave is said to be none', async () => {
    await open({ replies: { revealSsn: { ssn: '' } } })
    await ask()
    await until(() => expect(words('[aria-live]')).toContain('None was given.'))
  })

  test.each([true, false])('after an old sign-in asks for a fresh one, with a provider: %s', async (hasProvider) => {
    await open({ hasProvider, replies: { revealSsn: refused(403, 'old_sign_in', 'Sign in again first.') } })
    await ask()
    await until(() => expect(words('[role=alert]')).toContain('Sign in again first.'))
    expect(words('[role=alert]')).toContain(hasProvider ? 'Sign in again' : 'Ask the operator')
    const back = new URLSearchParams({ return: '/staff/application?id=a-1', fresh: '1' })
    if (hasProvider) expect(named('a', 'Sign in again').getAttribute('href')).toBe(`/staff/sign-in?${back}`)
    expect((named('input', 'Why do you need it?') as HTMLInputElement).value).toBe('To match a record.')
    await expectAccessible()
  })
})

test('a note that is refused stays in its field; one that is added shows', async () => {
  let notes = application.notes
  let isAway = true
  await open({
    replies: {
      readApplication: () => ({ ...application, notes }),
      addNote: () => {
        if (isAway) return refused(503, 'database_away', 'Please try again.')
        notes = [...notes, { by: 'June Hale', at: '2026-11-22T18:00:00Z', text: 'It came.' }]
        return { message: 'Added.' }
      },
    },
  })
  const field = () => named('textarea', 'Add a note') as HTMLTextAreaElement
  await fill('Add a note', 'It came.')
  await enter('Add a note')
  await until(() => expect(words('[role=alert]')).toBe('Please try again.'))
  expect(field().value).toBe('It came.')
  await expectAccessible()
  isAway = false
  await press('Add')
  await until(() => expect(words('li')).toContain('It came.'))
  expect(field().value).toBe('')
  expect(words('[role=alert]')).toBe('')
  await until(() => expect(words('main')).toContain('The note was added.'))
})

test('what a button that is gone had of the focus goes to the heading of its part', async () => {
  let hold: typeof application.hold = null
  await open({
    replies: {
      readApplication: () => ({ ...application, hold }),
      holdApplication: () => {
        hold = { by: 'June Hale', at: '2026-11-22T18:00:00Z', reason: 'Asked by letter.' }
        return { message: 'It is on hold.' }
      },
    },
  })
  await fill('Why?', 'Asked by letter.')
  named('button', 'Put it on hold').focus()
  await press('Put it on hold')
  await until(() => expect(document.activeElement?.textContent).toBe('On hold'))
  expect(document.activeElement?.tagName).toBe('H2')
  await expectAccessible()
})

test('a change that somebody else was faster with is told, and the application is read again', async () => {
  await open({ replies: { changeHandling: refused(409, 'handled_by_other', 'Somebody else changed it.') } })
  const before = desk.bodiesOf('readApplication').length
  expect(named('button', 'Change').hasAttribute('disabled')).toBe(true)
  await fill('Mark as', 'handled')
  await fill('Assign to', '1')
  expect(words('select')).not.toContain('Ben Ruiz') // whose access has ended
  await press('Change')
  await until(() => expect(words('[role=alert]')).toBe('Somebody else changed it.'))
  expect(desk.bodiesOf('changeHandling')).toEqual([
    { applications: [{ id: 'a-1', version: 3 }], state: 'handled', assignee: 1 },
  ])
  await until(() => expect(desk.bodiesOf('readApplication').length).toBeGreaterThan(before))
  await expectAccessible()
})
