import { setImmediate as turn } from 'node:timers/promises'
import axe from 'axe-core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import {
  mayStaff,
  type recordExportPath,
  type StaffCallName,
  type StaffRole,
  staffPaths,
  workListNames,
} from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { providePageData } from '../../client/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { createRouter } from '../../router/index.ts'
import { createStaffQueries } from './staff-call.ts'
import { StaffDesk, staffRoutes } from './staff-desk.tsx'

type Reply = object | Promise<object>
/** What the server replies to each call: a reply, a refusal, or what depends on the payload. */
export type Replies = {
  readonly [Name in StaffCallName | typeof recordExportPath]?: Reply | ((body: unknown, path: string) => Reply)
}

export const refused = (status: number, code: string, message: string) => Response.json({ code, message }, { status })
export const never = new Promise<object>(() => {})

const at = '2026-11-21T18:00:00Z'
const row: StaffReply<'findApplications'>['applications'][number] = {
  id: 'a-1',
  reference: 'ABCD-2345',
  name: 'Núñez, Sofía',
  birth_date: '2003-03-03',
  email: 'sofia@mail.example',
  term: 'Spring 2027',
  major: 'Geology',
  kind: 'Degree',
  status: 'submitted',
  started_at: at,
  saved_at: at,
  submitted_at: at,
  documents: { attached: 2, waiting: 0, failed: 1 },
  pdf: 'ready',
  receipt: 'sent',
  work: { state: 'new', since: '2026-11-21T18:00:00.000Z', until: null, came: null },
  handling: { state: 'new', assignee: null, version: 3 },
  handed_over: 'none',
  duplicates: 1,
}
export const other = { ...row, id: 'a-2', name: 'Hale, Omar', reference: null, duplicates: 0 }
export const application: StaffReply<'readApplication'> = {
  ...row,
  answered_in: null,
  history: [{ at, what: 'started' }],
  mails: [{ kind: 'receipt', at, state: 'sent' }],
  files: [
    { question: 'Transcript', name: 'transcript.pdf', state: 'attached', scan: null, signature: '', original: null },
  ],
  notes: [{ by: 'Ada Moss', at, text: 'Called.' }],
  duplicates_of: [{ id: 'a-9', name: 'Nunez, Sofia', reference: null, status: 'started' }],
  deliveries: [{ target: 'registrar', at, state: 'rejected', reason: 'unknown term' }],
  erasure: null,
  hold: null,
  version: 1,
  earlier_versions: [],
  reopening: null,
  requests: [],
  withdrawal: null,
  others: [],
}
const june = { id: 1, name: 'June Hale' }
const people = [{ ...june, role: 'processor', last_seen_at: at, has_ended: false, tokens: ['advising'] }] as const

export const sessionOf = (role: StaffRole, idleIn = 1_800_000, endsIn = 8 * 3_600_000) => ({
  person: june,
  role,
  signed_in_at: at,
  ends_at: new Date(Date.now() + endsIn).toJSON(),
  idle_until: new Date(Date.now() + idleIn).toJSON(),
  terms: [['202730', 'Spring 2027']],
  majors: [['GEOL', 'Geology']],
  kinds: [['DS', 'Degree']],
  facets: [
    { key: 'own_shift', label: 'When?', kind: 'choice' as const, options: [['DAY', 'By day'] as const] },
    { key: 'own_bus', label: 'By bus', kind: 'checkbox' as const, options: [] },
  ],
})

/** A desk in which everything has something to show. */
const full: Replies = {
  findApplications: { applications: [row, other], next: null, matching: 2, counted_up_to: 1000, is_indexing: false },
  readApplication: application,
  listStaff: { people: [...people, { ...people[0], id: 2, name: 'Ben Ruiz', role: 'viewer', has_ended: true }] },
  listLostReceipts: {
    receipts: [
      {
        id: 'a-8',
        version: 1,
        reference: 'LOST-2345',
        submitted_at: at,
        name: 'Lost, Lou',
        email: 'lou@mail.example',
        term: 'Spring 2027',
        again: { id: 'a-9', reference: 'AGAI-2345' },
      },
    ],
  },
  listViews: {
    views: [
      { id: 7, name: 'Spring', search: '?term=202730', is_shared: true, by: null },
      { id: 8, name: 'Late', search: '?work=overdue', is_shared: true, by: 'Ada Moss' },
    ],
  },
  countWork: { lists: workListNames.map((name, count) => ({ name, count })), counted_up_to: 1000 },
  listErasures: {
    requests: [{ id: 'a-1', reference: 'ABCD-2345', name: 'Núñez, Sofía', by: 'Ada Moss', at, reason: 'She asks.' }],
    holds: [{ id: 'a-2', reference: null, name: '', by: 'Ben Ruiz', at, reason: 'A dispute.' }],
    erased: [{ id: 'a-3', reference: 'WXYZ-6789', cause: 'staff', at, by: 'Ada Moss' }],
    due: ['2 drafts would be erased.'],
  },
  readStatistics: {
    now: [{ what: 'Submitted', count: 1200 }],
    submitted_by_day: [{ day: '2026-11-21', count: 3 }],
    submitted_by_term: [{ label: 'Spring 2027', count: 2 }],
    submitted_by_major: [],
    withdrawn_by_term: [{ label: 'Spring 2027', count: 1 }],
  },
  readRecord: {
    rows: [
      {
        id: 5,
        at,
        actor: 'staff:June Hale',
        action: 'number revealed',
        subject: 'a-1',
        reference: 'ABCD-2345',
        detail: { person: 1, reason: 'Financial aid asked', made_by: 'Op', emergency: false, filter: { actor: 'Ada' } },
      },
    ],
    next: null,
  },
}

export const delivery: StaffReply<'listDeliveries'>['deliveries'][number] = {
  id: 12,
  target: 'registrar',
  by: 'Dana Reyes',
  at,
  state: 'sent',
  sent_at: at,
  expired_at: null,
  changes: { after: 40, through: 48 },
  is_repeat: false,
  delivered: 7,
  held_back: 1,
}
const tried = {
  delivered: 6,
  held_back: 2,
  reasons: { 'no code for majors: GEOL': 2 },
  values_without_code: ['majors: GEOL', 'majors: MATH'],
}
const handed = { application_id: 'a-1', reference: 'ABCD-2345', name: 'Núñez, Sofía' }

/** What the data steward's pages show. */
const handOver: Replies = {
  listTargets: {
    targets: [{ name: 'registrar', profile: 'plain', include: ['documents', 'ssn'], to: 'sftp.example:/in' }],
    problem: null,
    attempts: [
      {
        id: 9,
        target: 'registrar',
        by: 'Sam Ortiz',
        at,
        failed: 'Delivery 11 is made but could not be sent.',
        tried: null,
      },
      { id: 8, target: 'registrar', by: 'Dana Reyes', at, failed: null, tried },
    ],
  },
  listDeliveries: { deliveries: [delivery], next: null },
  readDelivery: {
    ...delivery,
    file_count: 1,
    empty_columns: ['gender'],
    files: [{ name: 'applications.csv', bytes: 2048, rows: 7, encrypted: false }],
    held_back_applications: [{ ...handed, reasons: ['no code for majors: GEOL', 'no code for terms: 202730'] }],
  },
  listCodeMaps: {
    maps: [
      {
        target: 'registrar',
        file: 'registrar-codes.csv',
        built_in_codes: ['usps'],
        problem: null,
        lists: [
          { list: 'majors', values: 40, missing: ['GEOL'], missing_retired: ['HERB'], never_offered: ['BIOO'] },
          { list: 'states', values: 60, missing: [], missing_retired: [], never_offered: [] },
          { list: 'schools', values: 0, missing: [], missing_retired: [], never_offered: [] },
        ],
        unmapped: ['terms', 'degrees'],
      },
      { target: 'banner', file: null, built_in_codes: [], problem: 'It needs codes.', lists: [], unmapped: [] },
    ],
    problem: null,
  },
  listTokens: {
    tokens: [
      {
        id: 't1',
        name: 'advising',
        rights: ['changes', 'documents'],
        networks: ['192.0.2.0/24'],
        purpose: 'Advising',
        by: 'Dana Reyes',
        owner: 'Dana Reyes',
        is_own: true,
        confirmed_by: '',
        state: 'valid',
        until: at,
        last_used_at: null,
        is_sandbox: false,
      },
      {
        id: 't0',
        name: 'trial',
        rights: ['changes'],
        networks: [],
        purpose: '',
        by: 'Sam Ortiz',
        owner: '',
        is_own: false,
        confirmed_by: '',
        state: 'ended',
        until: at,
        last_used_at: at,
        is_sandbox: true,
      },
    ],
  },
  listAcknowledgements: {
    targets: ['registrar', 'api:advising'],
    waiting: [{ ...handed, target: 'registrar', version: 1, at }],
    waiting_count: 1200,
    refused: [
      {
        ...handed,
        reference: '',
        name: '',
        target: 'registrar',
        version: 1,
        at,
        result: 'suspended',
        reason: 'no such term',
        by: 'Dana Reyes',
      },
    ],
    refused_count: 1,
  },
}

type Opened = {
  readonly role?: StaffRole
  readonly replies?: Replies
  readonly hasProvider?: boolean
  /** Milliseconds until the session ends without any activity. */
  readonly idleIn?: number
  /** Milliseconds until it ends in any case. */
  readonly endsIn?: number
}

/**
 * Opens the staff desk at an address, as a browser does in which somebody is signed in. As the server does, it refuses
 * what the role has no right to.
 */
export async function openDesk(
  address: string,
  { role = 'processor', replies = {}, hasProvider = false, idleIn, endsIn }: Opened = {},
) {
  const calls: (readonly [name: string, body: unknown, path: string])[] = []
  const refusals: string[] = []
  await preloadLazyCode()
  const answers: Replies = { staffSession: sessionOf(role, idleIn, endsIn), ...full, ...handOver, ...replies }
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const [name, { access }] = Object.entries(staffPaths).find(
      ([, each]) => each.method === method && new RegExp(`^${each.path.replace(':id', '[^/]+')}$`).test(path),
    ) ?? [path, { access: 'export_record' } as const]
    const posted: unknown = body === undefined ? undefined : JSON.parse(String(body))
    calls.push([name, posted, path])
    if (access !== 'public' && access !== 'signed_in' && !mayStaff(role, access)) {
      refusals.push(name)
      return refused(403, 'missing_staff_right', `A ${role} may not ${access}.`)
    }
    const answer = answers[name as keyof Replies] ?? { message: 'Done.' }
    const reply = await (typeof answer === 'function' ? answer(posted, path) : answer)
    return reply instanceof Response ? reply.clone() : Response.json(reply)
  })
  document.documentElement.lang = 'en'
  const { public: institution } = institutionFile
  const data = {
    institution,
    identity_cookie_prefix: 'C',
    release: '1',
    today: '2026-11-21',
    staff_provider: hasProvider,
  }
  providePageData(JSON.parse(JSON.stringify({ ...data, now: new Date().toJSON() })))
  window.history.replaceState(null, '', address)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host, { onCaughtError: () => {} })
  const router = createRouter(staffRoutes)
  const queries = createStaffQueries()
  root.render(
    <StrictMode>
      <StaffDesk router={router} queries={queries} />
    </StrictMode>,
  )
  void router.start()
  return {
    calls,
    /** The calls that the role had no right to. */
    refusals,
    /** The payloads of a call, oldest first. */
    bodiesOf: (name: StaffCallName) => calls.filter(([each]) => each === name).map(([, body]) => body),
    close: async () => {
      root.unmount()
      router.dispose()
      host.remove()
      vi.unstubAllGlobals()
      vi.useRealTimers()
    },
  }
}

/** Waits until this holds. The limit is for tests that hang. */
export const until = <Value,>(holds: () => Value) => vi.waitFor(holds, { timeout: 10_000, interval: 5 })

/** Does something as a person would, and lets the page settle. */
async function doing(act: () => void): Promise<void> {
  act()
  for (let turns = 0; turns < 5; turns += 1) await turn()
}

export const words = (selector = 'body'): string =>
  [...document.querySelectorAll(selector)]
    .map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())
    .join(' | ')

/** The one control with this name. Throws if there is none. */
export function named(selector: string, name: string): HTMLElement {
  const labels = (each: Element) => ('labels' in each ? [...((each as HTMLInputElement).labels ?? [])] : [])
  const nameOf = (each: Element) =>
    each.getAttribute('aria-label') ?? labels(each)[0]?.textContent ?? each.textContent?.trim()
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((each) => nameOf(each) === name)
  if (found === undefined) throw new Error(`Nothing on the page is a ${selector} named ${name}`)
  return found
}
export async function press(name: string, selector = 'button'): Promise<void> {
  const control = await until(() => named(selector, name))
  await doing(() => control.click())
}

/** Types into a field, or picks a value of a list. */
export async function fill(name: string, value: string): Promise<void> {
  const field = await until(() => named('input, textarea, select', name))
  const isList = field instanceof HTMLSelectElement
  const prototype = isList
    ? HTMLSelectElement
    : field instanceof HTMLInputElement
      ? HTMLInputElement
      : HTMLTextAreaElement
  await doing(() => {
    // React listens to the setter of the field itself.
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(isList ? 'change' : 'input', { bubbles: true }))
  })
}

/** Sends a form as Enter in one of its fields does, if its required fields are filled in. */
export const enter = (name: string) => doing(() => named('input, textarea', name).closest('form')?.requestSubmit())

/** axe finds nothing, and everything that can be pressed is reached with the keyboard. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Only a browser knows colors, and whether what a dialog hides can still be reached.
    rules: Object.fromEntries(['color-contrast', 'region', 'aria-hidden-focus'].map((id) => [id, { enabled: false }])),
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([])
  const skipped = [...document.querySelectorAll<HTMLElement>('main a, main button, main input, main select')].filter(
    ({ tabIndex }) => tabIndex < 0,
  )
  expect(skipped.map(({ outerHTML }) => outerHTML)).toEqual([])
}
