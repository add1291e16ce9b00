import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { freePort, type OwnProgram, startOwnProgram, waitFor } from '../own-server.ts'
import { faultOf, watchLog } from './judge.ts'
import { type Person, personAt, preparations } from './people.ts'
import { type Request, requestsOf, uploads } from './requests.ts'
import { type RawReply, rawOf, sendRaw } from './send-raw.ts'
import { staffDocument } from './staff-calls.ts'
import { staffAt, systemsAt, writeTargets } from './visitors.ts'

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const PEOPLE = 8
const AT_ONCE = 4
const ROOT = join(import.meta.dirname, '../..')

/**
 * Sends generated requests and noise to a real server for FUZZ_SECONDS, and throws at the first reply that no client
 * should get: an error with 5xx, one outside the catalog, a trace of the program. Nor may the log contain an error, the
 * process end, or a connection stay open. FUZZ_SEED repeats the requests, but not their timing.
 */
export async function fuzzMeasurements(): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-fuzz-'))
  const [port, log, limitsFile] = [await freePort(), join(dataDir, 'log'), join(dataDir, 'limits.json')]
  writeFileSync(limitsFile, JSON.stringify(unlimited))
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    LIMITS_FILE: limitsFile,
    DELIVERIES_FILE: writeTargets(dataDir),
  }
  const server = startOwnProgram('main.ts', environment, log)
  try {
    return await fuzz({ server, dataDir, port, log, address: `http://localhost:${port}` })
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

/** The limits themselves are tested elsewhere; here they would refuse nearly everything. */
const unlimited = Object.fromEntries(
  ['sign_in', 'sign_in_by_network', 'sign_in_everywhere', 'code', 'code_by_network', 'mail', 'mail_by_network']
    .concat('sign_up_by_network', 'reset', 'reset_by_network', 'change_password', 'client_error', 'keep_answers')
    .concat('kept_answers', 'service_view', 'phone_link', 'phone_page', 'upload', 'lookup')
    .concat('email_change', 'email_code', 'staff_link', 'reveal', 'export_call', 'stranger')
    .map((limit) => [limit, { most: 1_000_000, seconds: 60 }]),
)

/** Calls after which somebody may be unable to log in. */
const endsAccounts = /delete-account|change-password|reset-password|erasure\/confirm/

type Target = {
  readonly server: OwnProgram
  readonly dataDir: string
  readonly port: number
  readonly log: string
  readonly address: string
}

async function fuzz(target: Target): Promise<readonly string[]> {
  const { dataDir, address, port } = target
  await waitFor(async () => ((await fetch(`${address}/readyz`)).ok ? true : undefined))
  const visit = createVisit(target)
  const mayBeGone = () => [...visit.done].some((call) => endsAccounts.test(call))
  const people: Person[] = []
  for (let each = 0; each < PEOPLE; each += 1) people.push(await personAt(target, `fuzz-${each}`, mayBeGone))
  const read = async (path: string) => (await fetch(`${address}${path}`)).json()
  const applicants = requestsOf(await read('/dev/openapi.json'), [uploads])
  const [desk, exported] = [requestsOf(staffDocument), requestsOf(await read('/export/v1/openapi.json'))]
  const [staff, systems] = [staffAt(address, dataDir), await systemsAt(dataDir)]
  const sent = (request: fc.Arbitrary<Request>) => fc.array(request, { minLength: 1, maxLength: 24 })

  const start = performance.now()
  const visits = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        who: fc.constant('applicant' as const),
        number: fc.option(fc.nat(PEOPLE - 1)),
        preparation: fc.constantFrom(...preparations),
        requests: sent(applicants.request),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        who: fc.constant('staff' as const),
        number: fc.option(fc.nat(staff.length - 1), { freq: 9 }),
        requests: sent(desk.request),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        who: fc.constant('system' as const),
        number: fc.option(fc.nat(systems.length - 1), { freq: 9 }),
        requests: sent(exported.request),
      }),
    },
  )
  const outcome = await fc.check(
    fc.asyncProperty(visits, async (one) => {
      const credentials = async () => {
        if (one.number === null) return []
        if (one.who === 'staff') return staff[one.number]?.credentials()
        if (one.who === 'system') return systems[one.number]?.credentials()
        return [`Cookie: ${await people[one.number]?.prepared(one.preparation)}`]
      }
      await visit.make((await credentials()) ?? [], one.requests)
    }),
    { seed: SEED, numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1_000, endOnFailure: true },
  )
  const seconds = Math.round((performance.now() - start) / 1_000)
  if (outcome.failed && outcome.counterexample !== null)
    throw new Error(`FUZZ_SEED=${SEED}: ${outcome.errorInstance}\n${inspected(outcome.counterexample)}`)

  for (const person of people) await person.logsInAndReads()
  await (await personAt(target, 'afterwards', () => false)).savesAndReads('Q')
  await expectNothingLeftOpen(port)
  visit.expectQuietLog()
  return report(
    visit,
    [applicants, desk, exported].map(({ calls }) => calls),
    seconds,
  )
}

function createVisit({ server, port, log, dataDir }: Target) {
  const statuses = new Map<number | string, number>()
  /** Calls of which a request that is valid HTTP did what it asked for. */
  const done = new Set<string>()
  /** The newest texts that replies held, to be sent back: tokens, file keys, references. */
  const newest: string[] = []
  const expectQuietLog = watchLog(log)
  const remember = ({ headers, body }: RawReply) => {
    if (!headers.get('content-type')?.startsWith('application/json')) return
    for (const [, text = ''] of body.matchAll(
      /"(?:token|phone_token|key|id|application_id|reference|url|link|policy)":"([^"\\]{8,500})"/g,
    ))
      newest.unshift(text)
    newest.splice(40)
  }
  let last = ''
  const endOfLog = () => readFileSync(log, 'utf8').slice(-2_000)
  const expectRunning = async () => {
    await wait(0)
    if (!server.isRunning()) throw new Error(`The server has ended after ${last}\n${endOfLog()}`)
  }
  async function send(request: Request, credentials: readonly string[]) {
    const raw = rawOf(request, `localhost:${port}`, credentials, newest)
    const reply = await sendRaw(port, raw)
    const status = typeof reply === 'string' ? reply : reply.status
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const text = `${raw.head.slice(0, 300)}${raw.body.toString('latin1', 0, 300)}`
    if (server.isRunning()) last = text
    if (reply === 'silent') throw new Error(`No reply within half a minute: ${text}`)
    if (reply === 'closed') {
      await expectRunning()
      if (request.isWhole) throw new Error(`Closed without a reply: ${text}`)
      return
    }
    const fault = faultOf(reply, [ROOT, dataDir])
    if (fault !== undefined) throw new Error(`${fault}\n${text}\n${endOfLog()}`)
    remember(reply)
    if (request.isWhole && reply.status < 300) done.add(request.call)
  }
  return {
    statuses,
    done,
    expectQuietLog,
    make: async (credentials: readonly string[], requests: readonly Request[]) => {
      for (let at = 0; at < requests.length; at += AT_ONCE)
        await Promise.all(requests.slice(at, at + AT_ONCE).map((request) => send(request, credentials)))
      await expectRunning()
      expectQuietLog()
    },
  }
}

/** Throws unless the server soon closes every connection whose client has closed it. Only Linux tells. */
async function expectNothingLeftOpen(port: number): Promise<void> {
  if (process.platform !== 'linux') return
  const server = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const open = () =>
    ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(server) && state === CLOSE_WAIT)
  for (let tries = 0; open().length > 0; tries += 1) {
    if (tries === 300) throw new Error(`${open().length} connections stay open after their clients have closed them.`)
    await wait(100)
  }
}

/** In /proc/net/tcp: the other side has closed the connection, this one has not. */
const CLOSE_WAIT = '08'

const inspected = (counterexample: unknown) =>
  inspect(counterexample, { depth: 6, maxStringLength: 300, breakLength: 120 }).slice(0, 4_000)

function report(
  { statuses, done }: ReturnType<typeof createVisit>,
  calls: readonly number[],
  seconds: number,
): readonly string[] {
  const counts = [...statuses].toSorted(([, one], [, other]) => other - one)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  return [
    `fuzz: ${total.toLocaleString('en-US')} requests in ${seconds} s, from ${calls.join(' + ')} calls of applicants, staff and other systems, FUZZ_SEED=${SEED}: no 5xx, no error in the log, nothing left open   (bar: none)`,
    `fuzz: ${done.size} of the calls did what was asked for at least once`,
    `fuzz: replies ${counts.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  ]
}
