import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  type ExportRight,
  grades,
  includable,
  leaves,
  packetPath,
  type StaffCallName,
  type StaffRole,
  staffCalls,
  staffRoles,
  type WayOut,
  waysOut,
} from '../../api/index.ts'
import type { Care } from '../../engine/index.ts'
import { quietQuestionsIn } from '../../form/index.ts'
import { readPdf, tight } from '../documents/application-pdf/testing/index.ts'
import {
  bannerCodes,
  opened,
  pescCodes,
  profiles,
  unzipped,
  writeWith,
} from '../handing-over/deliveries/testing/index.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { connectDatabase } from '../platform/database/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings, type Settings } from '../platform/settings/index.ts'
import { formOf, readInstitution } from '../running/institution/index.ts'
import {
  applicantAt,
  completeAnswers,
  copyDatabase,
  freePort,
  makeCertificate,
  PATIENCE,
  silentLog,
} from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'
import { type Server, startServer } from './start-server.ts'

/** An application with a mark in each grade of care, which nothing else in it or around it has. */
const answers = {
  ...completeAnswers,
  first_name: 'Quillfeather',
  us_citizen: 'N',
  perm_resident: 'N',
  citizenship: 'FRA',
  stopintl_none: 'true',
  stopintl_explanation: 'Explanamark',
  race_middle_eastern: 'true',
  crime_no: '',
  crime_arson: 'true',
  ssn: '501-55-0187',
}
const marks: Readonly<Record<Care, RegExp>> = {
  none: /Quillfeather/i,
  sensitive: /Explanamark/i,
  // The label, the key of a ticked box in a table, or the code that a target has for it.
  demographics: /Middle\s*Eastern|race_middle_eastern|(?<![\w+/-])QME(?![\w+/-])/i, // no part of base64
  conduct: /arson/i,
  secret: /501-?55-?0187/,
}
const cares = Object.keys(grades) as Care[]
/** The first of what may have been forgotten in it is waved away, and the others stay open. */
const waved = { quiet_in_state: 1 }

let server: Server
let settings: Settings
let receiver: HttpsServer
let recipient = ''
let identity = ''
let id = ''
let maya: Awaited<ReturnType<typeof applicantAt>>
const received: string[] = []
let logged = ''
const address = () => server.app.listeningOrigin
const metrics = { port: 0 }

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-ways-out-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  identity = await generateIdentity()
  recipient = await identityToRecipient(identity)
  const { authority, certificate, key } = await makeCertificate()
  receiver = createServer({ cert: certificate, key }, async (request, reply) => {
    for await (const chunk of request) received.push(String(chunk))
    reply.writeHead(204).end()
  })
  receiver.listen(0)
  await once(receiver, 'listening')
  await writeFile(join(dataDir, 'ca.pem'), authority)
  await writeFile(join(dataDir, 'secret'), `whsec_${Buffer.alloc(32, 5).toString('base64')}\n`)
  const url = `https://localhost:${(receiver.address() as AddressInfo).port}/`
  const hook = {
    name: 'crm',
    url,
    secret_file: 'secret',
    ca_file: 'ca.pem',
    allow_addresses: ['127.0.0.0/8', '::1/128'],
  }
  const pdfs = { profile: 'plain', include: ['application_pdfs'] }
  const deliveries = {
    bare: pdfs,
    whole: { ...pdfs, include: includable, recipient },
    webhooks: [hook],
  }
  await writeFile(join(dataDir, 'deliveries.json'), JSON.stringify(deliveries))
  metrics.port = await freePort()
  const given = {
    DATA_DIR: dataDir,
    DELIVERIES_FILE: join(dataDir, 'deliveries.json'),
    METRICS: `127.0.0.1:${metrics.port}`,
  }
  settings = { ...readSettings(given), port: 0 }
  const stream = new Writable({
    write: (chunk, _, done) => {
      logged += chunk
      done()
    },
  })
  server = await startServer(settings, createLog({ logLevel: 'trace' }, { stream }))
  maya = await applicantAt(address(), dataDir)
  expect((await maya.call('PUT', '/api/answer', answers)).status).toBe(200)
  const wave = { button_id: 'quiet_in_state', num_components: waved.quiet_in_state }
  expect((await maya.call('PUT', '/api/add-another', wave)).status).toBe(200)
  await maya.attach('stopintl_copy', 'visa.pdf', await pdfOf('A visa'))
  await vi.waitUntil(async () => (await maya.conversion('stopintl_copy')) === 'COMPLETED', PATIENCE)
  id = (await maya.call('GET', '/api/held-data')).body.application.id
}, 300_000)
afterAll(async () => {
  receiver.close()
  await rm(settings.dataDir, { recursive: true, force: true })
})

const command = async (name: string, ...words: readonly string[]) => {
  const reply = await sendCommand(controlSocketPath(settings.dataDir), name, [...words, '--by', 'the operator'])
  expect(reply, `${name} ${words.join(' ')}: ${JSON.stringify(reply)}`).toMatchObject({ ok: true })
  return JSON.stringify(reply)
}
const desks = new Map<string, string>()
async function cookieOf(role: StaffRole): Promise<string> {
  const known = desks.get(role)
  if (known !== undefined) return known
  const token = /#([\w-]+)/.exec(await command('staff-link', `June as ${role}`, '--role', role))?.[1]
  const reply = await fetch(address() + staffCalls.useStaffLink.path, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) },
  })
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  desks.set(role, cookie)
  return cookie
}
const desk = async (role: StaffRole, name: StaffCallName, body: object = {}) => {
  const { method, path } = staffCalls[name]
  return fetch(address() + path.replace(':id', id), {
    method,
    headers: { 'content-type': 'application/json', cookie: await cookieOf(role) },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
}
const viewAt = async (url: string, cookie = '') => {
  const token = new URL(url).searchParams.get('service_token') ?? ''
  return (await fetch(`${address()}/service/tmp-pdf?service_token=${token}`, { headers: { cookie } })).text()
}
const pdfText = async (bytes: Uint8Array | Buffer) => JSON.stringify(await readPdf(Buffer.from(bytes)))
/** A reply as a file, or nothing where it is refused. */
const fileOf = async (reply: Response) => (reply.ok ? pdfText(new Uint8Array(await reply.arrayBuffer())) : '')
const textOf = async (reply: Response) => (reply.ok ? reply.text() : '')

/** What leaves by each way, for whoever has these rights. */
const walks: Readonly<Record<WayOut, (rights: readonly string[], role: StaffRole) => Promise<string>>> = {
  service_view: async (_, role) => {
    const { url } = JSON.parse((await textOf(await desk(role, 'openApplication'))) || '{}')
    return url ? viewAt(url, await cookieOf(role)) : ''
  },
  packet: async (_, role) =>
    fileOf(await fetch(address() + packetPath(id), { headers: { cookie: await cookieOf(role) } })),
  number: async (_, role) => textOf(await desk(role, 'revealSsn', { reason: 'a test' })),
  queue: async (_, role) => textOf(await desk(role, 'findApplications')),
  // A search shows no digits: it tells by what it finds that they are right.
  search: async (_, role) => {
    const search = { name: 'Quill', ssn_end: '0187' }
    const found = JSON.parse((await textOf(await desk(role, 'findApplications', { search }))) || '{"applications":[]}')
    return found.applications.length === 1 ? '0187' : ''
  },
  record: async () =>
    (await textOf(await desk('administrator', 'readRecord'))) + (await textOf(await desk('viewer', 'readStatistics'))),
  letter: async (_, role) => textOf(await desk(role, 'makeHeldData', { reason: 'a letter' })),
  service_link: async () => {
    const { url } = Object(JSON.parse(await command('service-link', 'maya@mail.example')).result)
    return viewAt(url)
  },
  packet_command: async (rights) => {
    const file = join(settings.dataDir, `packet${rights.join('')}.pdf`)
    await command('packet', 'maya@mail.example', file, ...rights)
    return pdfText(await readFile(file))
  },
  export_row: async (rights) => {
    const row = await exported(rights, `applications/${id}`)
    return (await textOf(row)) + (await textOf(await exported(rights, 'form')))
  },
  export_packet: async (rights) => fileOf(await exported(rights, `applications/${id}/packet`)),
  delivery_plain: (include) => written(profiles.plain, include),
  delivery_slate: (include) => written(profiles.slate, include),
  delivery_banner: (include) => written(profiles.banner, include, bannerMap()),
  delivery_pesc: (include) => written(profiles.pesc, include, pescCodes(form())),
  delivered_pdf: async (include) => {
    const made = JSON.parse(await command('deliver', include.length === 0 ? 'bare' : 'whole'))
    const files = await unzipped(join(Object(made.result).folder, 'documents/part-001.zip'))
    const [, pdf] = Object.entries(files).find(([name]) => /application/.test(name)) ?? []
    return pdfText(pdf ?? Buffer.of())
  },
  own_pages: async () => JSON.stringify((await maya.call('GET', '/api/profile')).body),
  own_changes: async () => changes,
  own_pdf: async () => {
    const { body } = await maya.call('GET', '/api/pdf')
    return fileOf(await fetch(new URL(body.url, address())))
  },
  draft_pdf: async () => draft,
  your_data: async () => JSON.stringify((await maya.call('GET', '/api/held-data')).body),
  kept_answers: async () => {
    const { body } = await maya.call('POST', '/public/tmp', { answer: answers })
    return JSON.stringify((await maya.call('GET', `/public/tmp?token=${body.token}`)).body)
  },
  mails: async () => {
    const folder = join(settings.dataDir, 'mail')
    return (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join()
  },
  webhook: async () => vi.waitUntil(() => received.join() || undefined, PATIENCE),
  jobs: async () => jobs,
  log: async () => logged,
  metrics: async () => textOf(await fetch(`http://127.0.0.1:${metrics.port}/metrics`)),
}
/** What an applicant reads only before submitting: what was changed, and the draft of the PDF. */
let changes = ''
let draft = ''
/** Read when the server has ended: the embedded database belongs to one process. */
let jobs = ''

const form = () => formOf(readInstitution(settings))
const bannerMap = () => bannerCodes(form()).replace(/"race_middle_eastern","\w+"/, '"race_middle_eastern","QME"')

async function written(profile: Parameters<typeof writeWith>[0], include: readonly string[], map?: string) {
  const application = { answer: answers, add_another: waved, document_answer: {}, tabs: {} }
  const wanted = includable.filter((each) => include.includes(each))
  const more = map === undefined ? {} : { map, built_in_codes: ['usps', 'iso-3166-alpha-2'].slice(0, 1) }
  const { files, reasons } = await writeWith(profile, form(), [application], { include: wanted, recipient, ...more })
  expect(reasons).toEqual([[]])
  const texts = Object.entries(files).map(([name, bytes]) =>
    name.endsWith('.age') ? opened(bytes, identity) : Buffer.from(bytes).toString(),
  )
  return (await Promise.all(texts)).join('\n')
}

const tokens = new Map<string, string>()
async function exported(rights: readonly string[], path: string): Promise<Response> {
  const key = rights.join(',')
  let token = tokens.get(key)
  if (token === undefined) {
    const guard = ['--networks', '127.0.0.0/8,::1/128', '--purpose', 'a test', '--days', '9']
    const name = `reader-${tokens.size}`
    token = /cwy_[\w-]+/.exec(await command('token', 'make', name, '--rights', key, ...guard))?.[0] ?? ''
    await desk('administrator', 'confirmToken', { name })
    tokens.set(key, token)
  }
  return fetch(`${address()}/export/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
}

/** Every set of rights with which a way is walked. */
const exports: readonly (readonly ExportRight[])[] = [
  ['changes'],
  ['changes', 'documents'],
  ['changes', 'documents', 'conduct'],
  ['changes', 'documents', 'demographics'],
  ['changes', 'documents', 'ssn'],
  ['changes', 'documents', 'conduct', 'demographics', 'ssn'],
]
const includes = [[], ['conduct'], ['demographics'], ['ssn'], ['conduct', 'demographics', 'ssn']]
const staffWays: readonly WayOut[] = ['service_view', 'packet', 'number', 'queue', 'search', 'letter']
const rightsOf = (way: WayOut): readonly (readonly string[])[] => {
  if (way.startsWith('export_')) return exports
  if (way === 'delivered_pdf') return [[], includable]
  if (way.startsWith('delivery_')) return includes
  if (way === 'packet_command')
    return [[], ['--with-conduct'], ['--with-own-sheets'], ['--with-conduct', '--with-own-sheets']]
  return [[]]
}

const found = (text: string, care: Care) => {
  if (marks[care].test(text)) return 'yes'
  // Not the digits of a time or a size.
  return care === 'secret' && /(?<![\w.+/])0187(?![\w+/-])/.test(text) ? 'masked' : 'no'
}

test('every way out gives the grades that the table says, and no other', { timeout: 300_000 }, async () => {
  const { body } = await maya.call('GET', '/api/answer-changes?device=laptop0000000000')
  changes = JSON.stringify(Object(body).changes.map(({ values }: { values: unknown }) => values))
  const { url } = (await maya.call('GET', '/api/pdf/draft')).body
  draft = await fileOf(await fetch(new URL(url, address()), { headers: { cookie: maya.cookie() } }))
  // Of a draft, what staff may open at all is a right.
  for (const role of ['viewer', 'processor'] as const) {
    expect((await desk(role, 'openApplication')).status, role).toBe(role === 'viewer' ? 403 : 200)
    expect((await desk(role, 'readApplication')).status, role).toBe(role === 'viewer' ? 403 : 200)
  }
  expect((await desk('data_steward', 'revealSsn', { reason: 'a draft' })).status).toBe(409)
  expect((await maya.call('POST', '/api/submit')).body).toMatchObject({ message: expect.any(String) })
  await vi.waitUntil(async () => (await maya.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
  const differing: object[] = []
  const { state } = readInstitution(settings).address
  const asked = quietQuestionsIn(form(), { answer: answers, add_another: {}, document_answer: {}, tabs: {} }, state)
  expect(asked).toHaveLength(3)
  const quiet = asked.flatMap(({ id, text, wave }) => [id, ...text.split('{names}'), wave]).map(tight)
  const asks = new Set<WayOut>()
  const compare = (way: WayOut, rights: readonly string[], text: string) => {
    if (quiet.some((each) => each.length > 1 && tight(text).includes(each))) asks.add(way)
    for (const care of cares) {
      const says = leaves(way, care, rights)
      const is = found(text, care)
      if (says !== 'some' && is !== says) differing.push({ way, rights, care, says, is })
    }
  }
  for (const way of Object.keys(waysOut) as WayOut[]) {
    if (way === 'jobs') continue
    if (staffWays.includes(way))
      for (const role of Object.keys(staffRoles) as StaffRole[])
        compare(way, staffRoles[role], await walks[way](staffRoles[role], role))
    else for (const rights of rightsOf(way)) compare(way, rights, await walks[way](rights, 'viewer'))
  }
  await server.close()
  const after = await connectDatabase(settings, silentLog)
  const { rows } = await sql<{ row: string }>`select row_to_json(job)::text as row from pgboss.job`.execute(after.db)
  await after.close()
  jobs = rows.map(({ row }) => row).join('\n')
  expect(rows.length).toBeGreaterThan(0)
  compare('jobs', [], await walks.jobs([], 'viewer'))
  expect(differing).toEqual([])
  // What may have been forgotten is neither printed nor exported (Q104). The service view reads all that is stored and
  // draws none of this.
  expect([...asks]).toEqual(['service_view', 'service_link', 'own_pages'])
})
