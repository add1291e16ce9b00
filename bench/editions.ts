import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACTIVE_EDITION, staffCalls } from '../api/index.ts'
import { shareOf } from './measure.ts'
import { call, type OwnServer, startOwnServer, waitFor } from './own-server.ts'

const PEOPLE = 20
const PUBLISHES = 8
const ROUNDS = 10
const SAVES = 40 // in a round

/** The largest example of an office's own questions. */
const EXAMPLE = 'common-app-transfer'

/**
 * What editions cost whoever saves. A save with the form of the release and with the largest example, on two servers that
 * take turns, and the first save after each publish beside the second one of the same person: between two editions, of
 * which one asks no more what everybody has answered.
 */
export async function editionMeasurements(): Promise<readonly string[]> {
  await using opened = new AsyncDisposableStack()
  const started = async () => {
    const server = await startOwnServer()
    opened.defer(server.close)
    return server
  }
  const [base, asking] = [await started(), await started()]
  const content = await ownEdition(base)
  await publish(asking, { ...content, public: { ...content.public, ...exampleParts() } })
  const alone = { base: [] as number[], example: [] as number[] }
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const [one, other] = [await savesOf(base), await savesOf(asking)]
    if (round === 0) continue // to warm up
    alone.base.push(...one)
    alone.example.push(...other)
  }
  const people: string[] = []
  for (let person = 0; person < PEOPLE; person += 1) people.push(await base.signUp(`p${person}@mail.example`))
  const after = { first: [] as number[], second: [] as number[] }
  for (const cookie of people) await timeOf(base, cookie, { chosen_name: 'Bo', birth_city: 'Oslo' })
  for (let number = 0; number < PUBLISHES; number += 1) {
    const structure = number % 2 === 0 ? { stopped: { birth_city: 'yes' } } : {}
    await publish(base, { ...content, public: { ...content.public, structure } })
    for (const cookie of people) {
      after.first.push(await timeOf(base, cookie, { chosen_name: `Bo ${number}` }))
      after.second.push(await timeOf(base, cookie, { chosen_name: `Bo ${number} again` }))
    }
  }
  const ratio = (of: readonly number[], to: readonly number[], share: number) =>
    (shareOf(of, share) / shareOf(to, share)).toFixed(2)
  return [
    `editions: ${alone.base.length} saves each, the form of the release and with ${EXAMPLE}`,
    `  form of the release: ${timesIn(alone.base)}`,
    `  with the example:    ${timesIn(alone.example)}   median × ${ratio(alone.example, alone.base, 0.5)}, p95 × ${ratio(alone.example, alone.base, 0.95)}`,
    `editions: ${after.first.length} first saves after a publish, each with a second one after it`,
    `  second save: ${timesIn(after.second)}`,
    `  first save:  ${timesIn(after.first)}   median × ${ratio(after.first, after.second, 0.5)}, p95 × ${ratio(after.first, after.second, 0.95)}`,
  ]
}

const timesIn = (times: readonly number[]) =>
  `median ${shareOf(times, 0.5).toFixed(1)} ms   p95 ${shareOf(times, 0.95).toFixed(1)} ms`

type Content = { readonly public: object; readonly private: object }

async function ownEdition({ command }: OwnServer): Promise<Content> {
  const read: Content = JSON.parse(await command('edition', 'export'))
  return read
}

function exampleParts(): object {
  const file = join(import.meta.dirname, `../form/examples/${EXAMPLE}.json`)
  const { public: parts }: Content = JSON.parse(readFileSync(file, 'utf8'))
  return parts
}

/** Publishes, confirms it as a registrar if it waits for one, and returns once the edition is in effect. */
async function publish(server: OwnServer, content: Content): Promise<void> {
  const active = async () =>
    (await call(`${server.address}/api/profile`, 'GET', undefined, { cookie: server.cookie })).headers.get(
      ACTIVE_EDITION,
    )
  const before = await active()
  const file = join(server.dataDir, 'edition.json')
  writeFileSync(file, JSON.stringify(content))
  await server.command('edition', 'publish', file, '--title', 'Bench', '--reason', 'Bench', '--by', 'bench')
  const cookie = await registrarAt(server)
  const { editions } = await (await fetch(server.address + staffCalls.readForm.path, { headers: { cookie } })).json()
  const [last] = editions
  const { method, path } = staffCalls.confirmEdition
  if (last.state === 'waits_for_person')
    await call(server.address + path.replace(':id', String(last.number)), method, undefined, { cookie })
  await waitFor(async () => ((await active()) === before ? undefined : true))
}

async function registrarAt({ address, command }: OwnServer): Promise<string> {
  const printed = await command('staff-link', 'Bench', '--role', 'registrar', '--by', 'bench')
  const token = /\/staff\/link#(\S+)/.exec(printed)?.[1]
  const { method, path } = staffCalls.useStaffLink
  const { headers } = await call(address + path, method, { token })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function savesOf(server: OwnServer): Promise<readonly number[]> {
  const times: number[] = []
  for (let save = 0; save < SAVES; save += 1)
    times.push(await timeOf(server, server.cookie, { first_name: `June ${save} ${performance.now()}` }))
  return times
}

async function timeOf({ address }: OwnServer, cookie: string, answers: object): Promise<number> {
  const start = performance.now()
  await call(`${address}/api/answer`, 'PUT', answers, { cookie })
  return performance.now() - start
}
