import { answerTo } from '../../../engine/index.ts'
import { asked, LAST } from './asked.ts'
import { createWorld, type Tab } from './world.ts'
import type { WritingId } from './writings-graph.ts'

type World = ReturnType<typeof createWorld>

/**
 * Lives through one random schedule and lets everything settle. Gives what it found broken, in words; nothing when no
 * acknowledged answer was lost, none came back, screen and server agree, and nobody saw another's answer.
 */
export async function brokenIn(
  seed: number,
  tell: (event: string) => void = () => {},
  steps = 40,
): Promise<readonly string[]> {
  const world = createWorld(seed, tell)
  try {
    for (const device of world.devices) world.open(device)
    const lost = new Set<WritingId>()
    for (let step = 0; step < steps; step++) {
      act(world, lost)
      await world.clock.pass(world.chance.is(0.2) ? world.chance.below(40_000) : world.chance.below(1_500))
    }
    return [...(await settle(world)), ...lostIn(world, lost)]
  } finally {
    world.clock.uninstall()
  }
}

const liveTabs = ({ devices }: World): readonly Tab[] =>
  devices.flatMap(({ tabs }) => [...tabs].filter(({ isAlive }) => isAlive))

/** Something that a person, a browser or a line does. */
function act(world: World, lost: Set<WritingId>): void {
  const { chance } = world
  const tab = chance.of(liveTabs(world)) ?? world.open(world.devices[0] ?? fail())
  const { applicant, device } = tab
  const dice = chance.below(100)
  world.tell(`${world.clock.now()} ${device.storage.getItem('causeway.device')}: ${dice}`)
  if (dice < 60) type(world, tab)
  else if (dice < 68) resolveConflicts(world, tab, chance.is(0.5))
  else if (dice < 74) {
    device.isOnline = !device.isOnline
    if (device.isOnline) for (const each of device.tabs) each.page.dispatchEvent(new Event('online'))
  } else if (dice < 80) {
    tab.isVisible = !tab.isVisible
    tab.page.dispatchEvent(new Event('visibilitychange'))
  } else if (dice < 85) {
    tab.page.dispatchEvent(new Event('pagehide'))
    close(tab)
  } else if (dice < 89) {
    // A crash takes what the device has not yet been given.
    for (const { id, at } of tab.typed) if (world.clock.now() - at < 1_500) lost.add(id)
    close(tab)
  } else if (dice < 96) {
    if (device.tabs.size < 2) world.open(device)
  } else if (dice < 99) {
    device.cookie = device.cookie === 'maya' ? 'noor' : 'maya'
    for (const each of device.tabs) if (each === tab || chance.is(0.5)) world.follow(each)
  } else {
    // Not awaited: its reply takes time, which passes only between the steps.
    void applicant.queue.flush().then(async (isSaved) => {
      if (isSaved) await world.submit(tab).catch(() => {}) // it may not arrive
    })
  }
}

const fail = (): never => {
  throw new Error('There is no device.')
}

function close(tab: Tab): void {
  tab.isAlive = false
  tab.end()
  tab.device.tabs.delete(tab)
}

const words = ['Ada', 'King', 'Main St', 'Butte', 'Oslo']

function type({ chance }: World, { applicant }: Tab): void {
  const { store, snapshot } = applicant
  if (snapshot.get().web_status === 'submitted') return
  const key = chance.of(asked.keys.filter((each) => each !== LAST)) ?? 'name'
  const account = snapshot.get().account_id
  const write = (value: string) => {
    store.write(key, value)
    if (chance.is(0.7)) store.commit(key)
  }
  if (['arson', 'dui', 'none'].includes(key)) write(chance.is(0.7) ? 'true' : '')
  else if (key === 'citizen') write(chance.of(['Y', 'N']) ?? 'Y')
  else if (chance.is(0.15)) write('')
  else {
    for (let letters = chance.below(3); letters > 0; letters--)
      store.write(key, `${account} ${chance.below(1_000_000)}`)
    write(`${account} ${chance.of(words)} ${chance.below(1_000_000)}`)
  }
}

/** The person says which of the answers that differ counts; one saw both, whichever it is. */
function resolveConflicts(world: World, tab: Tab, takesOwn: boolean): void {
  const { applicant, device, shown } = tab
  const account = applicant.snapshot.get().account_id
  const keys = Object.keys(applicant.conflicts.get())
  if (keys.length === 0) return
  const stood = new Map(shown)
  const asks = applicant.conflicts.get()
  world.tell(`${account} decides: ${takesOwn ? 'own' : 'saved'} ${keys}`)
  applicant.resolveConflicts(takesOwn ? keys : [], keys)
  for (const [id, whose] of device.waiting) {
    if (whose !== account) continue
    const key = keys.find((each) => id.endsWith(`:${each}`) && world.graph.valueOf(id) === asks[each])
    const now = key === undefined ? undefined : (shown.get(key) ?? stood.get(key))
    if (now === undefined) continue
    world.graph.replaces(now, id)
    device.waiting.delete(id)
  }
}

/** Everybody comes back, everything arrives, and every question is answered. */
async function settle(world: World): Promise<readonly string[]> {
  const { clock, devices } = world
  world.beKind()
  await clock.pass(200_000)
  for (const account of ['maya', 'noor'] as const) {
    for (const device of devices) {
      device.cookie = account
      for (const tab of device.tabs) world.follow(tab)
      world.open(device) // what a crashed tab left is found by the next page
      for (const tab of device.tabs) {
        tab.isVisible = true
        tab.page.dispatchEvent(new Event('online'))
        tab.page.dispatchEvent(new Event('visibilitychange'))
      }
    }
    for (let round = 0; round < 8; round++) {
      await clock.pass(60_000)
      for (const tab of liveTabs(world)) tab.applicant.store.commitAll()
      for (const tab of liveTabs(world)) resolveConflicts(world, tab, world.chance.is(0.5))
    }
    for (const { applicant } of [...liveTabs(world), ...liveTabs(world)]) {
      applicant.store.write(LAST, `${account} ${clock.now()}`)
      applicant.store.commit(LAST)
      await clock.pass(10_000)
    }
    const broken = disagreementsOf(world, account)
    if (broken.length > 0) return broken
  }
  return []
}

function disagreementsOf(world: World, account: 'maya' | 'noor'): readonly string[] {
  if (world.servers.get(account)?.isSubmitted) return []
  const values = world.valuesOf(account)
  return liveTabs(world).flatMap(({ applicant }, index) => {
    const { answer } = applicant.store.current()
    const differing = asked.keys.filter((key) => key !== LAST && answerTo(answer, key) !== values[key])
    const unsaved = applicant.queue.unsaved()
    return [
      ...differing.map(
        (key) => `${account}, tab ${index}: ${key} is "${answer[key]}" and "${values[key]}" on the server`,
      ),
      ...unsaved.map((key) => `${account}, tab ${index}: ${key} was never saved`),
      ...foreignIn(answer, account).map((key) => `${account} sees another's ${key}: ${answer[key]}`),
    ]
  })
}

const foreignIn = (answer: Readonly<Record<string, string | undefined>>, account: string) =>
  Object.keys(answer).filter((key) => /^(maya|noor) /.test(answer[key] ?? '') && !answer[key]?.startsWith(account))

function lostIn(world: World, lost: ReadonlySet<WritingId>): readonly string[] {
  const { graph, acknowledged, dropped, servers } = world
  return (['maya', 'noor'] as const).flatMap((account) => {
    const values = world.valuesOf(account)
    const origins = world.originsOf(account)
    const isSubmitted = servers.get(account)?.isSubmitted === true
    const typed = isSubmitted ? [] : world.typedBy(account).filter((id) => !lost.has(id))
    const kept = new Set([...(acknowledged.get(account) ?? []), ...typed])
    const known = new Map([...origins].map(([key, origin]) => [key, graph.knownTo(origin)]))
    const isBroken = (id: WritingId) => {
      const key = id.split(':')[2] ?? ''
      const isSettled = (later: WritingId) => dropped.has(later) || graph.valueOf(later) === values[key]
      if (key === LAST || graph.fromThenOn(id).some(isSettled)) return false
      if (key === 'country' && values.citizen !== 'N') return false
      return !known.get(key)?.has(id)
    }
    const contradiction = values.none === 'true' && (values.arson === 'true' || values.dui === 'true')
    return [
      ...[...kept].filter(isBroken).map((id) => {
        const key = id.split(':')[2] ?? ''
        return `${account}: ${id} said "${graph.valueOf(id)}" and gave way to "${values[key]}" (${origins.get(key)}) unseen`
      }),
      ...(contradiction ? [`${account}: says both that there is nothing and what there is`] : []),
    ]
  })
}
