import { answerTo, questionsByKey } from '../../../engine/index.ts'
import { LAST } from './schedule-form.ts'
import { createWorld, type Tab } from './world.ts'
import type { WriteId } from './write-graph.ts'

type World = ReturnType<typeof createWorld>

/**
 * Runs one random schedule and lets everything settle. Returns a sentence for each broken promise; none if no
 * acknowledged answer was lost, no replaced answer came back, screen and server agree, and no account saw another's
 * answers.
 */
export async function runSchedule(
  seed: number,
  log: (event: string) => void = () => {},
  hasOffice = false,
  steps = 40,
): Promise<readonly string[]> {
  const world = createWorld(seed, log, hasOffice)
  try {
    for (const device of world.devices) world.open(device)
    const lost = new Set<WriteId>()
    for (let step = 0; step < steps; step++) {
      act(world, lost)
      await world.clock.advance(world.random.chance(0.2) ? world.random.below(40_000) : world.random.below(1_500))
    }
    return [...(await settle(world)), ...lostAnswers(world, lost), ...(world.editions?.broken ?? [])]
  } finally {
    world.clock.uninstall()
  }
}

const liveTabs = ({ devices }: World): readonly Tab[] =>
  devices.flatMap(({ tabs }) => [...tabs].filter(({ isAlive }) => isAlive))

/** Performs one random action of a person, a browser or the network. */
function act(world: World, lost: Set<WriteId>): void {
  const { random } = world
  const tab = random.pick(liveTabs(world)) ?? world.open(world.devices[0] ?? fail())
  const { device } = tab
  const dice = random.below(100)
  world.log(`${world.clock.now()} ${device.storage.getItem('causeway.device')}: ${dice}`)
  if (world.editions && random.chance(0.2)) actOfOffice(world, tab)
  else if (dice < 60) type(world, tab)
  else if (dice < 68) resolveConflicts(world, tab, random.chance(0.5))
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
    // A crash loses what has not been written to the device yet.
    for (const { id, at } of tab.typed) if (world.clock.now() - at < 1_500) lost.add(id)
    close(tab)
  } else if (dice < 96) {
    if (device.tabs.size < 2) world.open(device)
  } else if (dice < 99) {
    device.cookie = device.cookie === 'maya' ? 'noor' : 'maya'
    for (const each of device.tabs) if (each === tab || random.chance(0.5)) world.follow(each)
  } else submit(world, tab)
}

/** The office publishes something, or what somebody does who hears of it: loads the page again, or submits. */
function actOfOffice(world: World, tab: Tab): void {
  const dice = world.random.below(10)
  if (dice < 6) world.editions?.publish()
  else if (dice < 8) {
    tab.page.dispatchEvent(new Event('pagehide'))
    close(tab)
    world.open(tab.device)
  } else submit(world, tab)
}

/** Not awaited, because the reply takes time, and time passes only between steps. */
function submit(world: World, tab: Tab): void {
  void tab.applicant.queue.flush().then(async (isSaved) => {
    if (isSaved) await world.submit(tab).catch(() => {}) // the request may be lost
  })
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

function type(world: World, { applicant, edition }: Tab): void {
  const { random } = world
  const { store, snapshot } = applicant
  if (snapshot.get().web_status === 'submitted') return
  const key = random.pick(world.form.keys.filter((each) => each !== LAST)) ?? 'name'
  const account = snapshot.get().account_id
  const write = (value: string) => {
    store.write(key, value)
    if (random.chance(0.7)) store.commit(key)
  }
  const question = world.editions && questionsByKey(world.editions.formOf(edition)).get(key)
  if (['arson', 'dui', 'none', 'certify'].includes(key)) write(random.chance(0.7) ? 'true' : '')
  else if (key === 'citizen') write(random.pick(['Y', 'N']) ?? 'Y')
  else if (key === 'level' && question?.kind === 'choice') write(random.pick(question.values) ?? '')
  else if (random.chance(0.15)) write('')
  else {
    for (let letters = random.below(3); letters > 0; letters--)
      store.write(key, `${account} ${random.below(1_000_000)}`)
    write(`${account} ${random.pick(words)} ${random.below(1_000_000)}`)
  }
}

/** The person resolves the conflicts. Whichever answer is chosen, the person has seen both. */
function resolveConflicts(world: World, tab: Tab, takesOwn: boolean): void {
  const { applicant, device, shown } = tab
  const account = applicant.snapshot.get().account_id
  const keys = Object.keys(applicant.conflicts.get())
  if (keys.length === 0) return
  const shownBefore = new Map(shown)
  const conflicts = applicant.conflicts.get()
  world.log(`${account} decides: ${takesOwn ? 'own' : 'saved'} ${keys}`)
  applicant.resolveConflicts(takesOwn ? keys : [], keys)
  for (const [id, owner] of device.openConflicts) {
    if (owner !== account) continue
    const key = keys.find((each) => id.endsWith(`:${each}`) && world.graph.valueOf(id) === conflicts[each])
    const now = key === undefined ? undefined : (shown.get(key) ?? shownBefore.get(key))
    if (now === undefined) continue
    world.graph.replaces(now, id)
    device.openConflicts.delete(id)
  }
}

/** Everyone comes back, everything arrives, and every conflict is resolved. */
async function settle(world: World): Promise<readonly string[]> {
  const { clock, devices } = world
  world.makeReliable()
  await clock.advance(200_000)
  for (const account of ['maya', 'noor'] as const) {
    for (const device of devices) {
      device.cookie = account
      for (const tab of device.tabs) world.follow(tab)
      world.open(device) // finds what a crashed tab has left
      for (const tab of device.tabs) {
        tab.isVisible = true
        tab.page.dispatchEvent(new Event('online'))
        tab.page.dispatchEvent(new Event('visibilitychange'))
      }
    }
    for (let round = 0; round < 8; round++) {
      await clock.advance(60_000)
      for (const tab of liveTabs(world)) tab.applicant.store.commitAll()
      for (const tab of liveTabs(world)) resolveConflicts(world, tab, world.random.chance(0.5))
    }
    for (const { applicant } of [...liveTabs(world), ...liveTabs(world)]) {
      applicant.store.write(LAST, `${account} ${clock.now()}`)
      applicant.store.commit(LAST)
      await clock.advance(10_000)
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
    const differing = world.form.keys.filter((key) => key !== LAST && answerTo(answer, key) !== values[key])
    const unsaved = applicant.queue.unsaved()
    return [
      ...differing.map(
        (key) => `${account}, tab ${index}: ${key} is "${answer[key]}" and "${values[key]}" on the server`,
      ),
      ...unsaved.map((key) => `${account}, tab ${index}: ${key} was never saved`),
      ...foreignKeys(answer, account).map((key) => `${account} sees another's ${key}: ${answer[key]}`),
    ]
  })
}

const foreignKeys = (answer: Readonly<Record<string, string | undefined>>, account: string) =>
  Object.keys(answer).filter((key) => /^(maya|noor) /.test(answer[key] ?? '') && !answer[key]?.startsWith(account))

function lostAnswers(world: World, lost: ReadonlySet<WriteId>): readonly string[] {
  const { graph, acknowledged, dropped, servers } = world
  return (['maya', 'noor'] as const).flatMap((account) => {
    const values = world.valuesOf(account)
    const origins = world.originsOf(account)
    const isSubmitted = servers.get(account)?.isSubmitted === true
    const typed = isSubmitted ? [] : world.typedBy(account).filter((id) => !lost.has(id))
    const expected = new Set([...(acknowledged.get(account) ?? []), ...typed])
    const known = new Map([...origins].map(([key, origin]) => [key, graph.knownWhenWriting(origin)]))
    const isBroken = (id: WriteId) => {
      const key = id.split(':')[2] ?? ''
      const isSettled = (later: WriteId) => dropped.has(later) || graph.valueOf(later) === values[key]
      if (key === LAST || graph.sameOrLater(id).some(isSettled)) return false
      if (key === 'country' && values.citizen !== 'N') return false
      return !known.get(key)?.has(id)
    }
    const contradiction = values.none === 'true' && (values.arson === 'true' || values.dui === 'true')
    // No other answer empties this one, and neither may an office that does not offer it any more.
    const altered = [...origins].filter(([key, origin]) => key === 'level' && graph.valueOf(origin) !== values[key])
    return [
      ...altered.map(([key, origin]) => `${account}: ${key} is "${values[key]}", which ${origin} did not write`),
      ...[...expected].filter(isBroken).map((id) => {
        const key = id.split(':')[2] ?? ''
        return `${account}: ${id} wrote "${graph.valueOf(id)}", which was replaced by "${values[key]}" (${origins.get(key)}) unseen`
      }),
      ...(contradiction ? [`${account}: has both "none" and another tick`] : []),
    ]
  })
}
