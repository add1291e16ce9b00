import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, inject, test } from 'vitest'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { createKeyRing } from '../platform/secrets/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { casesOf } from '../platform/settings/testing/index.ts'
import { createStorage } from '../platform/storage/index.ts'
import { startS3StandIn } from '../platform/storage/testing/index.ts'
import { exampleWarnings, readInstitution } from '../running/institution/index.ts'
import { copyDatabase, startSmtp } from '../testing/index.ts'
import { servicesAway } from './create-deps.ts'
import { startServer } from './start-server.ts'

const s3 = await startS3StandIn()
const smtp = await startSmtp()
const clamd = createServer({ allowHalfOpen: true }, (socket) => socket.end('PONG\0')).listen(0, '127.0.0.1')
await once(clamd, 'listening')
afterAll(async () => {
  await s3.stop()
  await smtp.stop()
  clamd.close()
})
const all = {
  ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket, S3_REGION: s3.region },
  ...{ S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
  ...{ SMTP_URL: smtp.url, CLAMD: `127.0.0.1:${Object(clamd.address()).port}` },
}

/** Whether a server that starts with these settings is ready, and what it warned of meanwhile. */
async function startedWith(given: Readonly<Record<string, string>>, now?: () => Date) {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const server = await startServer({ ...readSettings({ DATA_DIR: dataDir, ...given }), port: 0 }, log, now)
  const { statusCode } = await server.app.inject({ url: '/readyz' })
  await server.close()
  await rm(dataDir, { recursive: true })
  return { statusCode, lines }
}

const away = /^(\w+) names .*cannot be used now \((ECONNREFUSED|ESOCKET|ENOENT)\): .+ until it can\.$/
const unscanned = 'documents are not scanned for malware'

test('while every service is there, a start warns of none', async () => {
  const { statusCode, lines } = await startedWith(all)
  expect(statusCode).toBe(200)
  expect(lines.filter((line) => line.includes('cannot be used now') || line.includes(unscanned))).toEqual([])
})

test('while services are away, one line at the start says so of each, and the server starts', async () => {
  const given = Object.assign({}, ...casesOf('away').map(([, each]) => each))
  const { statusCode, lines } = await startedWith({ ...all, ...given })
  expect(statusCode).toBe(200)
  const names = lines.flatMap((line) => away.exec(line)?.[1] ?? [])
  expect(names.sort()).toEqual([...new Set(casesOf('away').map(([name]) => name))].sort())
})

const settingsWith = (given: Readonly<Record<string, string>>) => readSettings({ ...all, ...given })
const awayWith = async (settings: ReturnType<typeof settingsWith>, doesJobs: boolean) => {
  const keyRing = createKeyRing({ secretKeys: [{ id: 'k', bytes: Buffer.alloc(32) }], dataDir: '' })
  return servicesAway(settings, await createStorage(settings, keyRing, () => new Date(), 'id'), doesJobs)
}

test.each(casesOf('away'))('of %s, and of it alone, is said that it is away: %o', async (name, given) => {
  const said = await awayWith(settingsWith(given), true)
  expect(said.map((line) => away.exec(line)?.[1])).toEqual([name])
})

test('what is not scanned, in the clear or of another time is said once at the start', async () => {
  const { CLAMD: _, ...others } = all
  const ahead = () => new Date(Date.now() + 300_000)
  const { lines } = await startedWith({ ...others, PHOTON_URL: 'http://photon.example.edu' }, ahead)
  const said = (words: string) => lines.filter((line) => line.includes(words))
  expect(said(unscanned)).toHaveLength(1)
  expect(said('The clock here is 300 seconds ahead')).toHaveLength(1)
  expect(said('without verified TLS')).toEqual([
    'PHOTON_URL reaches photon.example.edu without verified TLS, so what is sent there can be read on the way: write https://.',
  ])
})

test.each([
  [502, /^S3_ENDPOINT names a service that cannot be used now \(it answers 502\): /],
  [404, /^S3_BUCKET names a bucket that does not exist: /],
  [403, /^The storage refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their user may not use S3_BUCKET: /],
])('a storage that answers %i is said by the setting to change', async (status, sentence) => {
  const refusing = createHttpServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const S3_ENDPOINT = `http://127.0.0.1:${Object(refusing.address()).port}`
  expect(await awayWith(settingsWith({ S3_ENDPOINT }), false)).toEqual([expect.stringMatching(sentence)])
  refusing.closeAllConnections()
  refusing.close()
})

test('a storage that answers and refuses upload forms is said at the start, in health and at /readyz', async () => {
  const refusing = createHttpServer((request, response) =>
    response.writeHead(request.method === 'POST' ? 400 : 200).end(),
  ).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const S3_ENDPOINT = `http://127.0.0.1:${Object(refusing.address()).port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const server = await startServer({ ...readSettings({ DATA_DIR: dataDir, ...all, S3_ENDPOINT }), port: 0 }, log)
  const sentence = 'The storage at S3_ENDPOINT refuses POST forms (400): uploads are refused until it takes files.'
  expect(lines.filter((line) => line.includes('S3_ENDPOINT'))).toEqual([sentence])
  expect((await server.app.inject({ url: '/readyz' })).json()).toEqual({ ready: true, missing: ['storage'] })
  expect(await sendCommand(controlSocketPath(dataDir), 'health', [])).toMatchObject({
    result: { missing: ['storage'], warnings: expect.arrayContaining([sentence]) },
  })
  await server.close()
  refusing.closeAllConnections()
  refusing.close()
  await rm(dataDir, { recursive: true })
})

test.each([
  ['https://apply.bridger.example', 0],
  ['http://localhost:3000', 0],
  ['https://apply.bridger.edu', 1],
])('at %s the log says %i times that the institution is the example', (baseUrl, times) => {
  const institution = readInstitution(readSettings({}))
  expect(exampleWarnings(institution, { baseUrl })).toHaveLength(times)
})

test('a provider of the staff needs roles, and a log line says that it asks for no second factor', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const provider = { STAFF_OIDC_CLIENT_ID: 'i', STAFF_OIDC_CLIENT_SECRET: 's' }
  const settings = {
    // Nothing listens there: the product starts while its provider is away.
    ...readSettings({ DATA_DIR: dataDir, STAFF_OIDC_ISSUER: 'http://127.0.0.1:1', ...provider }),
    port: 0,
  }
  await expect(startServer(settings, log)).rejects.toThrow(/^INSTITUTION_FILE gives nobody a role/)
  const institution = JSON.parse(await readFile(settings.institutionFile, 'utf8'))
  Object.assign(institution.private, { staff: { roles: { 'adm-viewers': 'viewer' } }, pdf_mark: undefined })
  const institutionFile = join(dataDir, 'institution.json')
  await writeFile(institutionFile, JSON.stringify(institution))
  const server = await startServer({ ...settings, institutionFile }, log)
  expect((await server.app.inject({ url: '/staff/sign-in' })).statusCode).toBe(503)
  await server.close()
  expect(lines.filter((line) => line.includes('STAFF_OIDC_MFA is unset'))).toHaveLength(1)
  await rm(dataDir, { recursive: true })
})
