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

test.each([
  [undefined, 1],
  ['/run/clamd.sock', 0],
])('with CLAMD %s the log says %i times at the start that nothing is scanned', async (clamd, times) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const settings = { ...readSettings({ DATA_DIR: dataDir, ...(clamd && { CLAMD: clamd }) }), port: 0 }
  const server = await startServer(settings, log)
  await server.app.inject({ url: '/healthz' })
  await server.close()
  expect(lines.filter((line) => line.includes('documents are not scanned for malware'))).toHaveLength(times)
  await rm(dataDir, { recursive: true })
})

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

test.each([...casesOf('away'), ['none', {}] as const])(
  'while %s is away, one line at the start says so, and the server starts: %o',
  async (name, given) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
    await copyDatabase(inject('embeddedTemplate'), dataDir)
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
    const server = await startServer({ ...readSettings({ DATA_DIR: dataDir, ...all, ...given }), port: 0 }, log)
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
    await server.close()
    const warnings = lines.filter((line) => line.includes('cannot be used now'))
    expect(warnings.map((line) => line.split(' ')[0])).toEqual(name === 'none' ? [] : [name])
    for (const line of warnings) expect(line).toMatch(/\((ECONNREFUSED|ESOCKET|ENOENT)\): .+ until it can\.$/)
    await rm(dataDir, { recursive: true })
  },
)

test.each([
  [502, /^S3_ENDPOINT names a service that cannot be used now \(it answers 502\): /],
  [404, /^S3_BUCKET names a bucket that does not exist: /],
  [403, /^The storage refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their user may not use S3_BUCKET: /],
])('a storage that answers %i is said by the setting to change', async (status, sentence) => {
  const refusing = createHttpServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const S3_ENDPOINT = `http://127.0.0.1:${Object(refusing.address()).port}`
  const settings = readSettings({ ...all, S3_ENDPOINT })
  const keyRing = createKeyRing({ secretKeys: [{ id: 'k', bytes: Buffer.alloc(32) }], dataDir: '' })
  const storage = await createStorage(settings, keyRing, () => new Date(), 'id')
  expect(await servicesAway(settings, storage, false)).toEqual([expect.stringMatching(sentence)])
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

test('the log says at the start which service is reached without verified TLS', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const settings = readSettings({ DATA_DIR: dataDir, ...all, PHOTON_URL: 'http://photon.example.edu' })
  await (await startServer({ ...settings, port: 0 }, log)).close()
  expect(lines.filter((line) => line.includes('without verified TLS'))).toEqual([
    'PHOTON_URL reaches photon.example.edu without verified TLS, so what is sent there can be read on the way: write https://.',
  ])
  await rm(dataDir, { recursive: true })
})

test('the log says at the start that the clock differs from that of the database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const settings = { ...readSettings({ DATA_DIR: dataDir }), port: 0 }
  await (await startServer(settings, log, () => new Date(Date.now() + 300_000))).close()
  expect(lines.filter((line) => line.startsWith('The clock here is 300 seconds ahead'))).toHaveLength(1)
  await rm(dataDir, { recursive: true })
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
