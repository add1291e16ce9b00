// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import {
  certificatePath,
  mayStaff,
  packetPath,
  type StaffCallName,
  type StaffRole,
  staffPaths,
  type staffRoles,
} from '../../../api/browser.ts'
import {
  delivery,
  expectAccessible,
  named,
  never,
  openDesk,
  press,
  type Replies,
  refused,
  sessionOf,
  until,
  words,
} from './desk-for-test.tsx'

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())
const open = async (...given: Parameters<typeof openDesk>) => {
  desk = await openDesk(...given)
}
const heading = () => document.querySelector('h1')

/** Every page: its address, its heading, the call it reads, what it shows, and what it shows of nothing. */
const pages: readonly (readonly [string, string, StaffCallName, RegExp, readonly [object, RegExp]])[] = [
  [
    '/staff',
    'Applications',
    'findApplications',
    /2 applications.*Núñez, SofíaPossible duplicate.*2 attached, 1 failed.*Hale, Omar/,
    [{ applications: [], next: null, matching: 0, counted_up_to: 1000 }, /No applications match\./],
  ],
  [
    '/staff/application?id=a-1',
    'Núñez, Sofía',
    'readApplication',
    /Nunez, Sofia.*Spring 2027.*Transcript: transcript\.pdf, attached.*registrar, rejected there: unknown term.*Called\./,
    [
      {
        id: 'a-1',
        reference: null,
        name: 'Núñez, Sofía',
        birth_date: '',
        email: '',
        term: '',
        major: '',
        kind: '',
        status: 'started',
        started_at: '2026-11-21T18:00:00Z',
        saved_at: '2026-11-21T18:00:00Z',
        submitted_at: null,
        documents: { attached: 0, waiting: 0, failed: 0 },
        pdf: 'none',
        receipt: 'none',
        work: { state: 'draft', since: null, until: null, came: null },
        handling: { state: 'new', assignee: null, version: 0 },
        handed_over: 'none',
        duplicates: 0,
        history: [],
        mails: [],
        files: [],
        notes: [],
        duplicates_of: [],
        deliveries: [],
        erasure: null,
        hold: null,
        version: 1,
        earlier_versions: [],
        reopening: null,
        requests: [],
        withdrawal: null,
        others: [],
      },
      /Not submitted.*No documents\..*No mails\..*Not handed over yet\..*No notes yet\./,
    ],
  ],
  [
    '/staff/statistics',
    'Statistics',
    'readStatistics',
    /Submitted1,200.*Submitted by term.*Spring 20272.*Withdrawn by term.*Spring 20271.*Nov 21, 20263/,
    [
      { now: [], submitted_by_day: [], submitted_by_term: [], withdrawn_by_term: [], submitted_by_major: [] },
      /Submitted by termTermApplications/,
    ],
  ],
  [
    '/staff/record',
    'Record',
    'readRecord',
    /1 row.*staff:June Hale, number revealed.*ABCD-2345/,
    [{ rows: [], next: null }, /0 rows/],
  ],
  [
    '/staff/people',
    'People',
    'listStaff',
    /June Hale, Processor.*Ben Ruiz, Viewer.*Access ended/,
    [{ people: [] }, /^People$/],
  ],
  [
    '/staff/erasures',
    'Erasures',
    'listErasures',
    /Núñez, Sofía ABCD-2345.*Ada Moss.*She asks\..*Ben Ruiz.*A dispute\..*2 drafts would be erased\..*WXYZ-6789, confirmed by Ada Moss/,
    [
      { requests: [], holds: [], erased: [], due: [] },
      /Nobody has asked for an erasure\..*None\..*has no retention\..*None\./,
    ],
  ],
  [
    '/staff/deliveries',
    'Deliveries',
    'listTargets',
    /Profile plain: applications, documents, Social Security numbers\. Sent to sftp\.example:\/in\..*Delivery 11 is made but.*6 to deliver, 2 held back.*no code for majors: GEOL: 2.*2 values of the form have no code.*registrar 12.*41 to 48.*Sent Nov 21/,
    [{ targets: [], problem: null, attempts: [] }, /No system is set up/],
  ],
  [
    '/staff/delivery?id=12',
    'Delivery 12 to registrar',
    'readDelivery',
    /Dana Reyes.*Left empty, .*: gender\..*Núñez, SofíaABCD-2345no code for majors: GEOL; no code for terms: 202730.*applications\.csv72,048/,
    [
      {
        ...delivery,
        state: 'cut_off',
        sent_at: null,
        delivered: 0,
        held_back: 0,
        files: [],
        file_count: 0,
        held_back_applications: [],
        empty_columns: [],
      },
      /Cut off, nothing handed over.*None\..*None\./,
    ],
  ],
  [
    '/staff/code-maps',
    'Code maps',
    'listCodeMaps',
    /registrar-codes\.csv\. Built-in codes: usps\..*majors: 1 of 40 values have no codeGEOLmajors: 1 value that is no longer offered has no code\. .*HERBmajors: 1 code is for a value that was never offeredBIOOstates: all 60.*schools: it has no fixed values.*2 lists are handed over as the form has them.*No code map\..*It needs codes\./,
    [{ maps: [], problem: null }, /No system is set up/],
  ],
  [
    '/staff/tokens',
    'Tokens',
    'listTokens',
    /advisingchanges, documents192\.0\.2\.0\/24AdvisingDana ReyesValid until Nov 21.*Never.*trial \(sandbox\)changesEverywhereSam OrtizEnded/,
    [{ tokens: [] }, /No tokens yet\./],
  ],
  [
    '/staff/acknowledgements',
    'Acknowledgements',
    'listAcknowledgements',
    /The first 1 of 1,200:.*Núñez, SofíaABCD-2345registrar1Nov 21.*Erasedregistrar.*Held back thereno such term/,
    [{ targets: [], waiting: [], waiting_count: 0, refused: [], refused_count: 0 }, /None, of the systems.*None\./],
  ],
]

/** A role that has the right to a call. */
function whoMay(call: StaffCallName): StaffRole {
  const { access } = staffPaths[call]
  const role = roles.find((each) => access === 'public' || access === 'signed_in' || mayStaff(each, access))
  if (role === undefined) throw new Error(`Nobody may call ${call}.`)
  return role
}

const roles = [
  'viewer',
  'processor',
  'data_steward',
  'administrator',
] as const satisfies readonly (keyof typeof staffRoles)[]

describe.each(pages)('%s', (address, title, call, shown, [nothing, empty]) => {
  const role = whoMay(call)
  const opened = (reply?: Replies[StaffCallName]) =>
    open(address, { role, ...(reply && { replies: { [call]: reply } }) })

  test('shows what there is, with its heading in focus', async () => {
    await opened()
    await until(() => expect(words('main')).toMatch(shown))
    expect(document.activeElement).toBe(heading())
    expect([heading()?.textContent, document.title]).toEqual([title, `${title} · Staff desk`])
    await expectAccessible()
  })

  test('says so when there is nothing', async () => {
    await opened(nothing)
    await until(() => expect(words('main')).toMatch(empty))
    await expectAccessible()
  })

  test('says that it is loading', async () => {
    await opened(never)
    await until(() => expect(words('main [aria-live]')).toMatch(/Loading…|Looking for applications…/))
    expect(document.activeElement?.tagName, 'what had the focus before is gone').toBe('H1')
    await expectAccessible()
  })

  test('says what went wrong, and reads again when asked', async () => {
    let isBroken = true
    const broken = refused(503, 'database_away', 'Please try again in a moment.')
    desk = await openDesk(address, {
      role,
      replies: { [call]: () => (isBroken ? broken : nothing) },
    })
    await until(() => expect(words('[role=alert]')).toContain('Please try again in a moment.'))
    expect(words('main')).not.toMatch(/Loading…|Looking for/)
    await expectAccessible()
    isBroken = false
    await press('Try again')
    await until(() => expect(words('main')).toMatch(empty))
    expect(words('[role=alert]')).toBe('')
  })

  test('says which role is missing', async () => {
    const sentence = 'Your role, viewer, doesn’t include this. These roles do: administrator.'
    await opened(refused(403, 'missing_staff_right', sentence))
    await until(() => expect(words('[role=alert]')).toContain(sentence))
    await expectAccessible()
  })

  test('becomes the page for signing in, at its address, once the session is over', async () => {
    const over = refused(401, 'staff_signed_out', 'Your session is over.')
    let calls = 0
    desk = await openDesk(address, {
      role,
      hasProvider: true,
      replies: {
        [call]: over,
        staffSession: () => {
          calls += 1
          return calls === 1 ? sessionOf(role) : over
        },
      },
    })
    await until(() => expect(heading()?.textContent).toContain('staff desk'))
    await until(() => expect(words('main')).toContain('Your session is over.'))
    expect(named('a', 'Sign in').getAttribute('href')).toBe(
      `/staff/sign-in?${new URLSearchParams({ return: address })}`,
    )
    await expectAccessible()
  })
})

describe('around every page', () => {
  test.each([
    ['viewer', ['Queue', 'Statistics']],
    ['processor', ['Queue', 'Statistics']],
    ['data_steward', ['Queue', 'Statistics', 'Deliveries', 'Acknowledgements', 'Code maps', 'Tokens']],
    ['administrator', ['Queue', 'Statistics', 'Tokens', 'Record', 'People', 'Erasures']],
  ] as const)('a %s is offered the pages of the role', async (role, offered) => {
    await open('/staff', { role })
    await until(() => expect(words('header a').split(' | ')).toEqual(expect.arrayContaining([...offered])))
    expect(document.querySelectorAll('header nav a')).toHaveLength(offered.length)
  })

  test.each(roles)('every link that a %s is shown leads to what the role may open', async (role) => {
    const found = new Set<string>()
    const shownOn = async (address: string) => {
      if (found.size > 1) await desk.close()
      desk = await openDesk(address, { role })
      await until(() => {
        expect(desk.calls.length).toBeGreaterThan(1)
        expect(heading() ?? desk.refusals[0]).toBeTruthy()
        expect(document.querySelector('[class*=spinner]')).toBeNull()
      })
      expect(desk.refusals, `${address} for a ${role}`).toEqual([])
      const links = [...document.querySelectorAll('a[href]')].map((each) => each.getAttribute('href') ?? '')
      return links.filter((each) => !each.startsWith('#'))
    }
    for (const next = ['/staff']; next.length > 0; ) {
      const address = next.pop() ?? ''
      if (found.has(address)) continue
      found.add(address)
      const [, , , id = ''] = address.split('/')
      if (address === packetPath(id)) expect(mayStaff(role, 'sensitive')).toBe(true)
      else if (address === certificatePath(id)) expect(mayStaff(role, 'administer')).toBe(true)
      else next.push(...(await shownOn(address)))
    }
    expect(found.has('/staff/application?id=a-2')).toBe(mayStaff(role, 'read'))
    expect(found.has(packetPath('a-1'))).toBe(mayStaff(role, 'sensitive'))
    expect(found.has(certificatePath('a-3'))).toBe(mayStaff(role, 'administer'))
    expect(found).toContain('/staff/statistics')
  })

  test('without a provider, whoever is not signed in is told whom to ask', async () => {
    await open('/staff', { replies: { staffSession: refused(401, 'staff_signed_out', 'Sign in first.') } })
    await until(() => expect(words('main')).toContain('Ask the operator of this system for a sign-in link'))
    expect(document.querySelector('main a')).toBeNull()
    await expectAccessible()
  })

  test('without the server the desk says so, and comes once asked again', async () => {
    let isAway = true
    desk = await openDesk('/staff/statistics', {
      replies: { staffSession: () => (isAway ? Promise.reject(new TypeError('no network')) : sessionOf('viewer')) },
    })
    await until(() => expect(words('[role=alert]')).toContain('We can’t reach the server.'))
    await expectAccessible()
    isAway = false
    await press('Try again')
    await until(() => expect(heading()?.textContent).toBe('Statistics'))
  })

  test('an unknown address has a page that leads back', async () => {
    await open('/staff/nowhere')
    await until(() => expect(heading()?.textContent).toBe('There is no such page'))
    expect(named('main a', 'Go to the queue').getAttribute('href')).toBe('/staff')
    await expectAccessible()
  })

  test('signing out ends at the page for signing in; if it fails, the person stays and is told', async () => {
    let isOut = false
    let isAway = true
    desk = await openDesk('/staff', {
      replies: {
        staffSession: () => (isOut ? refused(401, 'staff_signed_out', 'You are signed out.') : sessionOf('viewer')),
        signOutStaff: () => {
          if (isAway) return refused(503, 'database_away', 'Please try again in a moment.')
          isOut = true
          return { next: null }
        },
      },
    })
    await until(() => named('button', 'Sign out'))
    await press('Sign out')
    await until(() => expect(words('header [role=alert]')).toBe('Please try again in a moment.'))
    expect(heading()?.textContent).toBe('Applications')
    isAway = false
    await press('Sign out')
    await until(() => expect(words('main')).toContain('You are signed out.'))
  })

  test('a session that is about to end asks first, and goes on when asked to', async () => {
    await open('/staff', { idleIn: 30_000 })
    await until(() => expect(words('[role=dialog]')).toContain('Are you still there?'))
    expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true)
    await expectAccessible()
    const before = desk.calls.length
    await press('Stay signed in')
    await until(() => expect(desk.calls.slice(before).map(([name]) => name)).toEqual(['listViews', 'staffSession']))
  })

  test('the question comes while the page is open, a minute before', async () => {
    await open('/staff', { idleIn: 61_000 })
    await until(() => named('button', 'Sign out'))
    expect(document.querySelector('[role=dialog]')).toBeNull()
    await until(() => expect(words('[role=dialog]')).toContain('Are you still there?'))
  })

  test('before the end of a session that nothing makes longer, the desk says when it is, and asks nothing', async () => {
    await open('/staff', { endsIn: 240_000 })
    await until(() => expect(words('[role=dialog]')).toMatch(/^Your session ends at \d+:\d\d [AP]M/))
    expect(words('[role=dialog]')).not.toContain('Stay signed in')
    await expectAccessible()
    await press('OK')
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  test('a sign-in link is used when its button is pressed, and not before', async () => {
    await open('/staff/link#t0ken')
    await until(() => expect(heading()?.textContent).toBe('Sign in'))
    await expectAccessible()
    expect(desk.calls).toEqual([])
    await press('Sign in')
    await until(() => expect(heading()?.textContent).toBe('Applications'))
    expect(desk.bodiesOf('useStaffLink')).toEqual([{ token: 't0ken' }])
    expect(window.location.href).not.toContain('t0ken')
  })

  test('a link that is used up says so', async () => {
    await open('/staff/link#t0ken', {
      replies: { useStaffLink: refused(404, 'ended_staff_link', 'Ask for a new one.') },
    })
    await until(() => named('button', 'Sign in'))
    await press('Sign in')
    await until(() => expect(words('[role=alert]')).toBe('Ask for a new one.'))
    await expectAccessible()
  })
})
