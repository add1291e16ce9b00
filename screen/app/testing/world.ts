import type { Profile } from '../../../api/index.ts'
import { type AnswerOrder, answerTo } from '../../../engine/index.ts'
import { newStoredApplication, type StoredApplication, saveChange } from '../../../engine/testing/index.ts'
import { type Call, CallError, createObservable } from '../../client/index.ts'
import { type Applicant, createApplicant, type DeviceStorage } from '../../features/application/index.ts'
import { createPresence, type PresenceRunner } from '../create-presence.ts'
import type { TabMessage } from '../other-tabs.ts'
import type { Effect } from '../presence.ts'
import { createTabSync } from '../tab-sync.ts'
import { asked } from './asked.ts'
import { createChance } from './chance.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { createWritingsGraph, type WritingId, writingId } from './writings-graph.ts'

type Account = 'maya' | 'noor'
type Device = {
  readonly storage: DeviceStorage
  readonly tabs: Set<Tab>
  cookie: Account
  isOnline: boolean
  /** The writings that wait for a word of the person, and whose they are. */
  readonly waiting: Map<WritingId, string>
}
export type Tab = {
  readonly device: Device
  readonly presence: PresenceRunner
  readonly applicant: Applicant
  readonly page: EventTarget
  readonly typed: { readonly id: WritingId; readonly at: number }[]
  /** The writing whose value stands on the screen, by key. */
  readonly shown: Map<string, WritingId>
  /** The newest of the replies that were read. */
  newest?: Answered
  isAlive: boolean
  isVisible: boolean
  end: () => void
}
type Request = { readonly name: string; readonly told: unknown; readonly order: AnswerOrder | undefined }
/** A reply with what only this world knows: the values and the writings that stood then. */
type Answered = {
  readonly body: object
  readonly origins: ReadonlyMap<string, WritingId>
  readonly values: Readonly<Record<string, string>>
}

const PATIENCE = 60_000 // as the client has it

/**
 * Two browsers with their tabs, two accounts, and a network that delays, reorders, repeats, cuts and loses. Store, queue,
 * drafts, tab messages and merging are the product's own; time, network and storage are this world's.
 */
export function createWorld(seed: number, tell: (event: string) => void = () => {}) {
  const chance = createChance(seed)
  const clock = createVirtualClock(1_800_000_000_000)
  const graph = createWritingsGraph()
  const servers = new Map<Account, { stored: StoredApplication; isSubmitted: boolean }>(
    (['maya', 'noor'] as const).map((account) => [account, { stored: newStoredApplication(), isSubmitted: false }]),
  )
  const acknowledged = new Map<Account, Set<WritingId>>([
    ['maya', new Set()],
    ['noor', new Set()],
  ])
  const dropped = new Set<WritingId>()
  const devices: readonly Device[] = [newDevice('laptop0000000000'), newDevice('phone00000000000')]
  const typed: { readonly id: WritingId; readonly account: string }[] = []
  let isKind = false
  clock.install()
  for (const key of asked.keys) graph.add(writingId('nobody', 0, key), '')

  const serverOf = (account: Account) => servers.get(account) ?? { stored: newStoredApplication(), isSubmitted: false }
  const originsOf = (account: Account) =>
    new Map(
      asked.keys.map((key) => {
        const { device, number } = serverOf(account).stored.lastWrites[key] ?? { device: 'nobody', number: 0 }
        return [key, writingId(device, number, key)] as const
      }),
    )
  const valuesOf = (account: Account) =>
    Object.fromEntries(asked.keys.map((key) => [key, answerTo(serverOf(account).stored.application.answer, key)]))

  function profileOf(account: Account): Profile {
    const { stored, isSubmitted } = serverOf(account)
    const statuses = (['started', 'validating', 'submitted'] as const).slice(0, isSubmitted ? 3 : 1)
    return {
      ...{ answer: valuesOf(account), document_answer: {}, converting: {}, add_another: {}, tabs: {} },
      ...{ account_id: account, username: account, last_page: '', successful_login: [], submission: null },
      ...{ web_status: statuses.map((web_status) => ({ web_status, at: '' })), revision: stored.revision, today: '' },
    }
  }

  /** The server: what it does with a request at the moment at which it arrives. */
  function handled(cookie: Account, account: string, { name, told, order }: Request): Answered | CallError {
    if (account !== cookie) return new CallError('other_account', 409, 'Somebody else.', { account })
    const server = serverOf(cookie)
    tell(`${clock.now()} arrives for ${cookie}: ${name} ${JSON.stringify(told)} ${JSON.stringify(order)}`)
    if (name === 'profile') return { body: profileOf(cookie), origins: originsOf(cookie), values: valuesOf(cookie) }
    if (name === 'submit') server.isSubmitted = true
    else if (server.isSubmitted) return new CallError('already_submitted', 409, 'Already.')
    else if (name === 'saveAnswers' && order !== undefined) return save(cookie, told, order)
    return { body: { message: '' }, origins: new Map(), values: {} }
  }
  function save(account: Account, told: unknown, order: AnswerOrder): Answered {
    const posted = Object.fromEntries(Object.entries(told ?? {}).map(([key, value]) => [key, String(value)]))
    const before = originsOf(account)
    const merge = saveChange(asked, serverOf(account).stored, posted, order)
    const after = originsOf(account)
    for (const [key, number] of Object.entries(merge.numbers)) {
      const own = writingId(order.device, number, key)
      const stood = before.get(key)
      // Who says again what stands there has lost nothing of it, and neither has who replaces either.
      if (!Object.hasOwn(merge.changes, key) && stood !== undefined && stood !== own) {
        graph.replaces(own, stood)
        graph.replaces(stood, own)
      }
    }
    for (const key of merge.cleared) {
      const emptied = after.get(key)
      if (emptied === undefined) continue
      graph.add(emptied, '')
      graph.replaces(emptied, before.get(key))
      graph.replaces(
        emptied,
        merge.numbers[key] === undefined ? undefined : writingId(order.device, merge.numbers[key], key),
      )
    }
    // What this device has not written later itself is not written because it is hidden.
    const isLater = (key: string) =>
      before.get(key)?.startsWith(`${order.device}:`) && Object.hasOwn(merge.superseded, key)
    const isLeft = (key: string) =>
      merge.numbers[key] === undefined && !Object.hasOwn(merge.conflicts, key) && !isLater(key)
    for (const key of Object.keys(posted).filter(isLeft))
      dropped.add(writingId(order.device, numberIn(order, key), key))
    const { previous_revision, revision, conflicts, superseded, cleared: emptied } = merge
    const body = {
      message: '',
      saved_at: '',
      ignored: [],
      cleared: emptied,
      previous_revision,
      revision,
      conflicts,
      superseded,
    }
    return { body, origins: after, values: valuesOf(account) }
  }

  /** The network between a tab and the server. */
  function send(tab: Tab, account: string, request: Request): Promise<object> {
    const { device } = tab
    const { cookie } = device
    return new Promise((resolve, reject) => {
      if (!tab.isAlive) return // nobody is there to send it
      let isOver = false
      const once = (act: () => void) => () => {
        if (isOver || !tab.isAlive) return
        isOver = true
        act()
      }
      const fail = once(() => reject(new CallError('offline', 0, 'Offline.')))
      if (!device.isOnline) return void clock.after(chance.below(300), fail)
      clock.after(PATIENCE, fail)
      const deliver = (outcome: Answered | CallError) => {
        if (!device.isOnline || (!isKind && chance.is(0.08))) return // the reply is lost
        clock.after(
          delay(),
          once(() => take(tab, account, request, outcome, resolve, reject)),
        )
      }
      const arrive = () => deliver(handled(cookie, account, request))
      if (isKind || !chance.is(0.08)) clock.after(delay(), arrive) // else the request is lost
      if (!isKind && chance.is(0.08)) clock.after(delay(), () => handled(cookie, account, request)) // and comes twice
      if (!isKind && chance.is(0.05)) clock.after(chance.below(500), fail) // the line is cut while it goes on
    })
  }
  const delay = () => (isKind ? 20 : chance.is(0.1) ? chance.below(90_000) : chance.below(1_500))

  function take(
    tab: Tab,
    account: string,
    { name, told, order }: Request,
    outcome: Answered | CallError,
    resolve: (body: object) => void,
    reject: (error: Error) => void,
  ): void {
    if (outcome instanceof CallError) {
      reject(outcome)
      return
    }
    tell(`${clock.now()} ${deviceName(tab.device)} reads: ${JSON.stringify(outcome.body)}`)
    const conflicts = Object.keys('conflicts' in outcome.body ? (outcome.body.conflicts ?? {}) : {})
    const superseded = Object.keys('superseded' in outcome.body ? (outcome.body.superseded ?? {}) : {})
    for (const key of conflicts) {
      const own = tab.shown.get(key)
      if (own === undefined) continue
      const origin = outcome.origins.get(key)
      // What has been typed since may say what stands: then there is nothing to ask.
      if (origin !== undefined && graph.valueOf(own) === outcome.values[key]) graph.replaces(origin, own)
      else tab.device.waiting.set(own, account)
    }
    if (name === 'saveAnswers' && order !== undefined) {
      for (const key of Object.keys(told ?? {})) {
        const id = writingId(order.device, numberIn(order, key), key)
        const isTaken = !conflicts.includes(key) && !superseded.includes(key) && !dropped.has(id)
        if (isTaken) acknowledged.get(account === 'maya' ? 'maya' : 'noor')?.add(id)
      }
    }
    resolve(outcome.body)
    setImmediate(() => learn(tab, account, outcome))
  }
  /** What a reply has put on the screen, by whom it was written. */
  function learn(tab: Tab, account: string, answered: Answered): void {
    if (tab.applicant.snapshot.get().account_id !== account) return
    if (tab.newest === undefined || revisionOf(answered) >= revisionOf(tab.newest)) tab.newest = answered
    const own = tab.applicant.queue.orders()
    const { answer } = tab.applicant.store.current()
    for (const key of asked.keys) {
      // A reply may be older than one that was read before it arrived.
      const told = [tab.newest, answered].find(({ values }) => values[key] === answerTo(answer, key))
      const origin = told?.origins.get(key)
      if (own[key] === undefined && origin !== undefined) tab.shown.set(key, origin)
    }
  }

  function open(device: Device): Tab {
    const page = new EventTarget()
    const storages = { none: storageOf(device, () => tab.isAlive), sensitive: newStorage(), secret: newStorage() }
    const message = createObservable<TabMessage | undefined>(undefined)
    const call =
      (accountId: () => string): Call =>
      async (name, ...[told, how]) =>
        // The world answers what the contract says.
        (await send(tab, accountId(), { name, told, order: how?.order })) as never
    const callsAs = (accountId: () => string) => ({ call: call(accountId), callOnce: call(accountId) })
    const applicant = createApplicant({
      ...{ form: asked, today: '2026-11-22', storages, page, now: clock.now, isHere: () => true, callsAs },
      onStopped: ({ code, account }) =>
        presence.happen({ kind: 'refused', why: code === 'already_submitted' ? code : 'other_account', account }),
    })
    const presence = createPresence(() => ({ cookie: device.cookie, page: 'form' }), run)
    function run(effect: Effect): void {
      if (effect.do === 'show') show(tab, effect.profile)
      else if (effect.do === 'clear') applicant.clear(effect)
      else if (effect.do === 'close') applicant.close()
      else if (effect.do === 'tell tabs') message.set(effect.message)
      else if (effect.do === 'go' && effect.to === 'same page') enter(tab)
      else if (effect.do === 'ask server')
        presence.happen({ kind: 'owner read', expected: effect.account, account: device.cookie })
    }
    const tab: Tab = {
      ...{ device, presence, applicant, page, typed: [], shown: new Map(), isAlive: true, isVisible: true, end() {} },
    }
    applicant.store.onChange(({ keys }) => {
      const account = applicant.snapshot.get().account_id
      const orders = applicant.queue.orders()
      for (const key of keys) {
        const order = orders[key]
        if (order === undefined) continue
        const id = writingId(deviceName(device), order.number, key)
        tell(`${clock.now()} ${id} is typed over ${tab.shown.get(key)}`)
        graph.add(id, answerTo(applicant.store.current().answer, key))
        graph.replaces(id, tab.shown.get(key))
        tab.shown.set(key, id)
        tab.typed.push({ id, at: clock.now() })
        typed.push({ id, account })
      }
    })
    device.tabs.add(tab)
    enter(tab)
    const session = { presence, applicant, device: device.storage, message }
    tab.end = createTabSync(session, {
      isVisible: () => tab.isVisible,
      wakers: [[page, 'visibilitychange']],
      readProfile: async () => (await send(tab, applicant.snapshot.get().account_id, profileRequest)) as Profile,
      openOtherTabs: (onMessage) => channelOf(tab, onMessage),
    })
    return tab
  }
  const profileRequest: Request = { name: 'profile', told: undefined, order: undefined }
  const listeners = new Map<Tab, (message: TabMessage) => void>()
  const channelOf = (tab: Tab, onMessage: (message: TabMessage) => void) => {
    listeners.set(tab, onMessage)
    return {
      send(message: TabMessage) {
        for (const other of tab.device.tabs) {
          if (other !== tab) clock.after(chance.below(50), () => other.isAlive && listeners.get(other)?.(message))
        }
      },
      close: () => void listeners.delete(tab),
    }
  }

  /** A page load: the profile is read at once. */
  function enter({ presence, device: { cookie } }: Tab): void {
    presence.happen({ kind: 'profile read', profile: profileOf(cookie), cookie })
  }
  /** The account enters, with what the device has stored for it. */
  function show(tab: Tab, profile: Profile): void {
    const { cookie } = tab.device
    tab.shown.clear()
    delete tab.newest
    for (const [key, origin] of originsOf(cookie)) tab.shown.set(key, origin)
    const values = valuesOf(cookie)
    for (const [id, account] of tab.device.waiting) {
      const key = asked.keys.find((each) => id.endsWith(`:${each}`)) ?? ''
      const origin = tab.shown.get(key)
      if (account !== cookie || origin === undefined || graph.valueOf(id) !== values[key]) continue
      graph.replaces(origin, id) // both say the same: there is nothing to ask any more
      tab.device.waiting.delete(id)
    }
    tab.applicant.show(profile)
    // What came back unsaved was written by whoever wrote it, in this tab or another.
    for (const [key, order] of Object.entries(tab.applicant.queue.orders())) {
      const id = writingId(deviceName(tab.device), order.number, key)
      if (graph.valueOf(id) !== undefined) tab.shown.set(key, id)
    }
  }

  return {
    ...{ chance, clock, graph, tell, devices, servers, acknowledged, dropped, valuesOf, originsOf },
    open,
    /** Everything arrives from now on, soon and once. */
    beKind: () => {
      isKind = true
      for (const device of devices) device.isOnline = true
    },
    /** Every writing of an account, whatever became of its tab. */
    typedBy: (account: string) => typed.filter((each) => each.account === account).map(({ id }) => id),
    submit: (tab: Tab) => send(tab, tab.applicant.snapshot.get().account_id, { ...profileRequest, name: 'submit' }),
    follow: ({ presence }: Tab) => presence.happen({ kind: 'cookie checked' }),
  }
}

/** The device's storage as a tab sees it: a tab that has ended writes nothing any more. */
const storageOf = ({ storage }: Device, isAlive: () => boolean): DeviceStorage => ({
  getItem: storage.getItem,
  setItem: (name, value) => isAlive() && storage.setItem(name, value),
  removeItem: (name) => isAlive() && storage.removeItem(name),
})

const revisionOf = ({ body }: Answered) => ('revision' in body ? Number(body.revision) : -1)
const numberIn = (order: AnswerOrder, key: string) => order.keys[key]?.number ?? 0
const deviceName = (device: Device) => device.storage.getItem('causeway.device') ?? ''

const newDevice = (name: string): Device => ({
  storage: newStorage({ 'causeway.device': name }),
  tabs: new Set(),
  cookie: 'maya',
  isOnline: true,
  waiting: new Map(),
})

function newStorage(first: Readonly<Record<string, string>> = {}): DeviceStorage {
  const texts = new Map(Object.entries(first))
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, value) => void texts.set(name, value),
    removeItem: (name) => void texts.delete(name),
  }
}
