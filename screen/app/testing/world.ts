import type { Profile } from '../../../api/index.ts'
import { type AnswerOrder, answerTo } from '../../../engine/index.ts'
import { newStoredApplication, type StoredApplication, saveChange } from '../../../engine/testing/index.ts'
import { type Applicant, createApplicant, type DeviceStorage } from '../../applying/application/index.ts'
import { type Call, CallError } from '../../client/index.ts'
import { newProfile } from '../../client/testing/index.ts'
import { createObservable } from '../../parts/index.ts'
import { createErasures, type TabMessage } from '../other-tabs.ts'
import { createPresence, type Effect, type PresenceRunner } from '../presence.ts'
import { createTabSync } from '../tab-sync.ts'
import { officeForm, scheduleForm } from './schedule-form.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { createWorldEditions } from './world-editions.ts'
import { createWriteGraph, type WriteId, writeId } from './write-graph.ts'

type Account = 'maya' | 'noor'
type Device = {
  readonly storage: DeviceStorage
  readonly tabs: Set<Tab>
  cookie: Account
  isOnline: boolean
  /** The writes that wait for the person to resolve a conflict, with their accounts. */
  readonly openConflicts: Map<WriteId, string>
}
export type Tab = {
  readonly device: Device
  /** The edition of the form that its page shows. */
  readonly edition: number
  readonly presence: PresenceRunner
  readonly applicant: Applicant
  readonly page: EventTarget
  readonly typed: { readonly id: WriteId; readonly at: number }[]
  /** The write whose value is on the screen, by key. */
  readonly shown: Map<string, WriteId>
  /** The newest reply read so far. */
  newestReply?: Reply
  isAlive: boolean
  isVisible: boolean
  end: () => void
}
type Request = {
  readonly name: string
  readonly payload: unknown
  readonly order: AnswerOrder | undefined
  /** Of the page from which it comes; of a submit only. */
  readonly edition?: number
}
/** A reply, with the server's values and writes at that time, which only this world knows. */
type Reply = {
  readonly body: object
  readonly origins: ReadonlyMap<string, WriteId>
  readonly values: Readonly<Record<string, string>>
}

const CALL_TIMEOUT = 60_000 // ms, as in the client

/**
 * Two browsers with their tabs, two accounts, and a network that delays, reorders, repeats, interrupts and loses
 * requests. Store, queue, drafts, tab messages and merging are the product's own; time, network and storage are fakes.
 */
export function createWorld(seed: number, log: (event: string) => void = () => {}, hasOffice = false) {
  const random = createSeededRandom(seed)
  const clock = createVirtualClock(1_800_000_000_000)
  const graph = createWriteGraph()
  const editions = hasOffice ? createWorldEditions(random, clock, log) : undefined
  const form = editions ? officeForm : scheduleForm
  const servers = new Map<Account, { stored: StoredApplication; isSubmitted: boolean }>(
    (['maya', 'noor'] as const).map((account) => [account, { stored: newStoredApplication(), isSubmitted: false }]),
  )
  const acknowledged = new Map<Account, Set<WriteId>>([
    ['maya', new Set()],
    ['noor', new Set()],
  ])
  const dropped = new Set<WriteId>()
  const devices: readonly Device[] = [newDevice('laptop0000000000'), newDevice('phone00000000000')]
  const typed: { readonly id: WriteId; readonly account: string }[] = []
  let isReliable = false
  clock.install()
  for (const key of form.keys) graph.add(writeId('nobody', 0, key), '')

  const serverOf = (account: Account) => servers.get(account) ?? { stored: newStoredApplication(), isSubmitted: false }
  const originsOf = (account: Account) =>
    new Map(
      form.keys.map((key) => {
        const { device, number } = serverOf(account).stored.lastWrites[key] ?? { device: 'nobody', number: 0 }
        return [key, writeId(device, number, key)] as const
      }),
    )
  const valuesOf = (account: Account) =>
    Object.fromEntries(form.keys.map((key) => [key, answerTo(serverOf(account).stored.application.answer, key)]))

  function profileOf(account: Account): Profile {
    const { stored, isSubmitted } = serverOf(account)
    const statuses = (['started', 'validating', 'submitted'] as const).slice(0, isSubmitted ? 3 : 1)
    return {
      ...newProfile,
      answer: valuesOf(account),
      account_id: account,
      username: account,
      web_status: statuses.map((web_status) => ({ web_status, at: '' })),
      revision: stored.revision,
      today: '',
    }
  }

  /** The server: handles a request when it arrives. */
  function handleRequest(cookie: Account, account: string, request: Request): Reply | CallError {
    const { name, payload, order, edition = 0 } = request
    if (account !== cookie) return new CallError('other_account', 409, 'Another account.', { account })
    const server = serverOf(cookie)
    log(`${clock.now()} arrives for ${cookie}: ${name} ${JSON.stringify(payload)} ${JSON.stringify(order)}`)
    if (name === 'profile') return { body: profileOf(cookie), origins: originsOf(cookie), values: valuesOf(cookie) }
    if (name === 'submit') {
      const isFirst = editions && !server.isSubmitted
      const refused = isFirst && editions.refusal(editions.anyServer(), edition, server.stored.application)
      if (refused) return refused
      server.isSubmitted = true
    } else if (server.isSubmitted) return new CallError('already_submitted', 409, 'Already.')
    else if (name === 'saveAnswers' && order !== undefined) return save(cookie, payload, order)
    return { body: { message: '' }, origins: new Map(), values: {} }
  }
  function save(account: Account, payload: unknown, order: AnswerOrder): Reply {
    const posted = Object.fromEntries(Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)]))
    const before = originsOf(account)
    const merge = saveChange(
      editions?.formOf(editions.activeOn(editions.anyServer())) ?? form,
      serverOf(account).stored,
      posted,
      order,
    )
    const after = originsOf(account)
    for (const [key, number] of Object.entries(merge.numbers)) {
      const own = writeId(order.device, number, key)
      const previous = before.get(key)
      // Writing the same value again loses nothing, so replacing one of the two replaces the other as well.
      if (!Object.hasOwn(merge.changes, key) && previous !== undefined && previous !== own) {
        graph.replaces(own, previous)
        graph.replaces(previous, own)
      }
    }
    for (const key of merge.cleared) {
      const emptied = after.get(key)
      if (emptied === undefined) continue
      graph.add(emptied, '')
      graph.replaces(emptied, before.get(key))
      graph.replaces(
        emptied,
        merge.numbers[key] === undefined ? undefined : writeId(order.device, merge.numbers[key], key),
      )
    }
    // The server leaves out a hidden answer, unless this device has since written a newer one.
    const isLater = (key: string) =>
      before.get(key)?.startsWith(`${order.device}:`) && Object.hasOwn(merge.superseded, key)
    const isLeft = (key: string) =>
      merge.numbers[key] === undefined && !Object.hasOwn(merge.conflicts, key) && !isLater(key)
    for (const key of Object.keys(posted).filter(isLeft)) dropped.add(writeId(order.device, numberIn(order, key), key))
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
      if (!tab.isAlive) return // a closed tab sends nothing
      let isOver = false
      const once = (act: () => void) => () => {
        if (isOver || !tab.isAlive) return
        isOver = true
        act()
      }
      const fail = once(() => reject(new CallError('offline', 0, 'Offline.')))
      if (!device.isOnline) return void clock.after(random.below(300), fail)
      clock.after(CALL_TIMEOUT, fail)
      const deliver = (outcome: Reply | CallError) => {
        if (!device.isOnline || (!isReliable && random.chance(0.08))) return // the reply is lost
        clock.after(
          delay(),
          once(() => receive(tab, account, request, outcome, resolve, reject)),
        )
      }
      const arrive = () => deliver(handleRequest(cookie, account, request))
      if (isReliable || !random.chance(0.08)) clock.after(delay(), arrive) // else the request is lost
      if (!isReliable && random.chance(0.08)) clock.after(delay(), () => handleRequest(cookie, account, request)) // arrives twice
      if (!isReliable && random.chance(0.05)) clock.after(random.below(500), fail) // the connection breaks, but the request continues
    })
  }
  const delay = () => (isReliable ? 20 : random.chance(0.1) ? random.below(90_000) : random.below(1_500))

  function receive(
    tab: Tab,
    account: string,
    { name, payload, order }: Request,
    outcome: Reply | CallError,
    resolve: (body: object) => void,
    reject: (error: Error) => void,
  ): void {
    if (outcome instanceof CallError) {
      reject(outcome)
      return
    }
    log(`${clock.now()} ${deviceName(tab.device)} reads: ${JSON.stringify(outcome.body)}`)
    const conflicts = Object.keys('conflicts' in outcome.body ? (outcome.body.conflicts ?? {}) : {})
    const superseded = Object.keys('superseded' in outcome.body ? (outcome.body.superseded ?? {}) : {})
    for (const key of conflicts) {
      const own = tab.shown.get(key)
      if (own === undefined) continue
      const origin = outcome.origins.get(key)
      // If the person has since typed the server's value, there is no conflict.
      if (origin !== undefined && graph.valueOf(own) === outcome.values[key]) graph.replaces(origin, own)
      else tab.device.openConflicts.set(own, account)
    }
    if (name === 'saveAnswers' && order !== undefined) {
      for (const key of Object.keys(payload ?? {})) {
        const id = writeId(order.device, numberIn(order, key), key)
        const isTaken = !conflicts.includes(key) && !superseded.includes(key) && !dropped.has(id)
        if (isTaken) acknowledged.get(account === 'maya' ? 'maya' : 'noor')?.add(id)
      }
    }
    resolve(outcome.body)
    setImmediate(() => updateShown(tab, account, outcome))
  }
  /** Updates which writes are on the screen after a reply. */
  function updateShown(tab: Tab, account: string, reply: Reply): void {
    if (tab.applicant.snapshot.get().account_id !== account) return
    if (tab.newestReply === undefined || revisionOf(reply) >= revisionOf(tab.newestReply)) tab.newestReply = reply
    const own = tab.applicant.queue.orders()
    const { answer } = tab.applicant.store.current()
    for (const key of form.keys) {
      // A newer reply may have been read before this one.
      const source = [tab.newestReply, reply].find(({ values }) => values[key] === answerTo(answer, key))
      const origin = source?.origins.get(key)
      if (own[key] === undefined && origin !== undefined) tab.shown.set(key, origin)
    }
  }

  function open(device: Device): Tab {
    const page = new EventTarget()
    const storages = { none: storageOf(device, () => tab.isAlive), sensitive: newStorage(), secret: newStorage() }
    const message = createObservable<TabMessage | undefined>(undefined)
    const call =
      (accountId: () => string): Call =>
      async (name, ...[payload, how]) =>
        // This world replies as the contract requires.
        (await send(tab, accountId(), { name, payload, order: how?.order })) as never
    const callsAs = (accountId: () => string) => ({ call: call(accountId), callOnce: call(accountId) })
    const edition = editions?.activeOn(editions.anyServer()) ?? 0
    const applicant = createApplicant({
      form: editions?.formOf(edition) ?? form,
      today: '2026-11-22',
      storages,
      page,
      now: clock.now,
      isHere: () => true,
      callsAs,
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
      device,
      edition,
      presence,
      applicant,
      page,
      typed: [],
      shown: new Map(),
      isAlive: true,
      isVisible: true,
      end() {},
    }
    applicant.store.onChange(({ keys }) => {
      const account = applicant.snapshot.get().account_id
      const orders = applicant.queue.orders()
      for (const key of keys) {
        const order = orders[key]
        if (order === undefined) continue
        const id = writeId(deviceName(device), order.number, key)
        log(`${clock.now()} ${id} is typed over ${tab.shown.get(key)}`)
        graph.add(id, answerTo(applicant.store.current().answer, key))
        graph.replaces(id, tab.shown.get(key))
        tab.shown.set(key, id)
        tab.typed.push({ id, at: clock.now() })
        typed.push({ id, account })
      }
    })
    device.tabs.add(tab)
    enter(tab)
    const session = { presence, applicant, device: device.storage, message, erasures: createErasures(device.storage) }
    tab.end = createTabSync(session, {
      isVisible: () => tab.isVisible,
      wakers: [[page, 'visibilitychange']],
      storage: page,
      readProfile: async () => (await send(tab, applicant.snapshot.get().account_id, profileRequest)) as Profile,
      openOtherTabs: (onMessage) => channelOf(tab, onMessage),
    })
    return tab
  }
  const profileRequest: Request = { name: 'profile', payload: undefined, order: undefined }
  const listeners = new Map<Tab, (message: TabMessage) => void>()
  const channelOf = (tab: Tab, onMessage: (message: TabMessage) => void) => {
    listeners.set(tab, onMessage)
    return {
      send(message: TabMessage) {
        for (const other of tab.device.tabs) {
          if (other !== tab) clock.after(random.below(50), () => other.isAlive && listeners.get(other)?.(message))
        }
      },
      close: () => void listeners.delete(tab),
    }
  }

  /** A page load, which reads the profile at once. */
  function enter({ presence, device: { cookie } }: Tab): void {
    presence.happen({ kind: 'profile read', profile: profileOf(cookie), cookie })
  }
  /** Shows the application of an account that has entered, with what the device has stored for it. */
  function show(tab: Tab, profile: Profile): void {
    const { cookie } = tab.device
    tab.shown.clear()
    delete tab.newestReply
    for (const [key, origin] of originsOf(cookie)) tab.shown.set(key, origin)
    const values = valuesOf(cookie)
    for (const [id, account] of tab.device.openConflicts) {
      const key = form.keys.find((each) => id.endsWith(`:${each}`)) ?? ''
      const origin = tab.shown.get(key)
      if (account !== cookie || origin === undefined || graph.valueOf(id) !== values[key]) continue
      graph.replaces(origin, id) // both values are the same, so the conflict is gone
      tab.device.openConflicts.delete(id)
    }
    tab.applicant.show(profile)
    // Restored unsaved answers count as the original writes, whichever tab made them.
    for (const [key, order] of Object.entries(tab.applicant.queue.orders())) {
      const id = writeId(deviceName(tab.device), order.number, key)
      if (graph.valueOf(id) !== undefined) tab.shown.set(key, id)
    }
  }

  return {
    form,
    editions,
    random,
    clock,
    graph,
    log,
    devices,
    servers,
    acknowledged,
    dropped,
    valuesOf,
    originsOf,
    open,
    /** From now on, everything arrives soon and once. */
    makeReliable: () => {
      isReliable = true
      for (const device of devices) device.isOnline = true
    },
    /** Every write of an account, even from tabs that have ended. */
    typedBy: (account: string) => typed.filter((each) => each.account === account).map(({ id }) => id),
    submit: (tab: Tab) =>
      send(tab, tab.applicant.snapshot.get().account_id, { ...profileRequest, name: 'submit', edition: tab.edition }),
    follow: ({ presence }: Tab) => presence.happen({ kind: 'cookie checked' }),
  }
}

/** The device's storage as a tab sees it. A tab that has ended no longer writes. */
const storageOf = ({ storage }: Device, isAlive: () => boolean): DeviceStorage => ({
  getItem: storage.getItem,
  setItem: (name, value) => isAlive() && storage.setItem(name, value),
  removeItem: (name) => isAlive() && storage.removeItem(name),
})

const revisionOf = ({ body }: Reply) => ('revision' in body ? Number(body.revision) : -1)
const numberIn = (order: AnswerOrder, key: string) => order.keys[key]?.number ?? 0
const deviceName = (device: Device) => device.storage.getItem('causeway.device') ?? ''

const newDevice = (name: string): Device => ({
  storage: newStorage({ 'causeway.device': name }),
  tabs: new Set(),
  cookie: 'maya',
  isOnline: true,
  openConflicts: new Map(),
})

function newStorage(first: Readonly<Record<string, string>> = {}): DeviceStorage {
  const texts = new Map(Object.entries(first))
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, value) => void texts.set(name, value),
    removeItem: (name) => void texts.delete(name),
  }
}
