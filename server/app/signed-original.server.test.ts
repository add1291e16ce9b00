import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  mayStaff,
  originalPath,
  packetPath,
  type StaffCallName,
  type StaffRole,
  staffCalls,
  staffRoles,
} from '../../api/index.ts'
import { readPdf, tight } from '../documents/application-pdf/testing/index.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { applicantAt, completeAnswers, copyDatabase, PATIENCE } from '../testing/index.ts'
import { createPdfSigner, type PdfSigner, plainPdf } from '../testing/sample-files/index.ts'
import { type Server, startServer } from './start-server.ts'

let [signer, dataDir, server] = [] as unknown as [PdfSigner, string, Server]
const address = () => server.app.listeningOrigin
beforeAll(async () => {
  signer = await createPdfSigner('Ada Registrar')
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-signed-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  await writeFile(join(dataDir, 'issuers.pem'), `Transcripts\n${signer.authority}`)
  const settings = readSettings({ DATA_DIR: dataDir, SIGNATURE_ISSUERS: join(dataDir, 'issuers.pem') })
  server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
}, PATIENCE.timeout)
afterAll(async () => {
  await server.close()
  await signer.close()
  await rm(dataDir, { recursive: true })
})

const command = async (name: string, ...words: readonly string[]) => {
  const reply = await sendCommand(controlSocketPath(dataDir), name, [...words, '--by', 'the operator'])
  expect(reply, JSON.stringify(reply)).toMatchObject({ ok: true })
  return JSON.stringify(reply)
}

/** Somebody at the desk in a role. */
async function staff(role: StaffRole) {
  const token = /#([\w-]+)/.exec(await command('staff-link', `June as ${role}`, '--role', role))?.[1]
  const entered = await fetch(address() + staffCalls.useStaffLink.path, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) },
  })
  const headers = {
    cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    'content-type': 'application/json',
  }
  return {
    get: (path: string) => fetch(address() + path, { headers }),
    make: async (name: StaffCallName, id: string, body: object = {}) => {
      const { method, path } = staffCalls[name]
      const sent = method === 'GET' ? {} : { body: JSON.stringify(body) }
      return Object(await (await fetch(address() + path.replace(':id', id), { method, headers, ...sent })).json())
    },
  }
}

const SIGNED = /signed by Ada Registrar \(Example University\) on .+, signature intact, issuer on your list/

test('a signed transcript is checked, and its original is for those with the right, who are recorded, until it is erased', async () => {
  const maya = await applicantAt(address(), dataDir)
  const other = await applicantAt(address(), dataDir, 'other@mail.example')
  await other.call('PUT', '/api/answer', { first_name: 'Odalys' })
  expect((await maya.call('PUT', '/api/answer', completeAnswers)).status).toBe(200)
  const original = await signer.sign(await plainPdf('Transcript of Maya'))
  await maya.attach('college_transcript', 'transcript.PDF', original)
  await vi.waitUntil(async () => (await maya.conversion('college_transcript')) === 'COMPLETED', PATIENCE)
  const conversion = (await maya.call('GET', '/api/pdf/document-answer/college_transcript')).body
  expect(conversion.signature).toBe('Signed by Ada Registrar (Example University), checked.')
  const converted = Buffer.from(await (await fetch(address() + conversion.url)).arrayBuffer())
  expect(converted.includes('ByteRange')).toBe(false)
  expect(await maya.call('POST', '/api/submit')).toMatchObject({ status: 200 })
  await vi.waitUntil(async () => (await maya.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
  const { id } = (await maya.call('GET', '/api/held-data')).body.application
  const otherId = (await other.call('GET', '/api/held-data')).body.application.id

  const people = Object.fromEntries(
    await Promise.all((Object.keys(staffRoles) as StaffRole[]).map(async (role) => [role, await staff(role)])),
  ) as Record<StaffRole, Awaited<ReturnType<typeof staff>>>
  const { processor, administrator } = people
  const [file] = (await processor.make('readApplication', id)).files
  expect(file).toMatchObject({ name: 'transcript.PDF', signature: expect.stringMatching(SIGNED) })
  expect((await people.viewer.make('readApplication', id)).files).toMatchObject([
    { signature: file.signature, original: null },
  ])

  for (const [role, { get }] of Object.entries(people) as [StaffRole, (typeof people)[StaffRole]][]) {
    const reply = await get(originalPath(id, file.original))
    expect(reply.status, role).toBe(mayStaff(role, 'original') ? 200 : 403)
    if (!reply.ok) continue
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(original)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''transcript.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': expect.stringContaining('no-store'),
    })
  }
  expect((await processor.get(originalPath(otherId, file.original))).status).toBe(404)
  expect((await fetch(address() + originalPath(id, file.original))).status).toBe(401)
  const { rows } = await administrator.make('readRecord', '', { action: 'original downloaded' })
  expect(rows).toMatchObject([
    { actor: expect.stringContaining('data_steward'), subject: id, detail: { document: file.original } },
    { actor: expect.stringContaining('processor'), subject: id, detail: { document: file.original } },
  ])
  const held = (await maya.call('GET', '/api/held-data')).body
  expect(JSON.stringify(held)).toContain('Took the original of a document with its signature')
  expect(held.application.documents).toMatchObject([{ signature: file.signature }])

  // Wherever staff and other systems read of the document.
  const packet = Buffer.from(await (await processor.get(packetPath(id))).arrayBuffer())
  expect(tight(JSON.stringify(await readPdf(packet)))).toMatch(/signedbyAdaRegistrar.*signatureintact,issueronyourlist/)
  const { url } = await processor.make('openApplication', id)
  const token = new URL(url).searchParams.get('service_token') ?? ''
  const view = await (await processor.get(`/service/tmp-pdf?service_token=${token}`)).text()
  expect(view).toMatch(SIGNED)
  const made = await command('token', 'make', 'reader', '--rights', 'changes,documents', '--days', '9')
  const authorization = `Bearer ${/cwy_[\w-]+/.exec(made)?.[0]}`
  const exported = await fetch(`${address()}/export/v1/applications/${id}`, { headers: { authorization } })
  expect((await exported.json()).documents).toMatchObject([
    {
      signatures: [
        {
          ...{ state: 'intact', signer: 'Ada Registrar (Example University)', whole: true },
          ...{ issuer_listed: true, certificate_valid: true },
        },
      ],
    },
  ])

  const kept = async () => {
    const files = await readdir(join(dataDir, 'documents'), { recursive: true })
    return files.filter((each) => each.includes(`/kept/${id}/`))
  }
  const [path, ...more] = await kept()
  expect(more).toEqual([])
  expect((await readFile(join(dataDir, 'documents', path ?? ''))).includes('Adobe.PPKLite')).toBe(false)
  await processor.make('askErasure', id, { reason: 'She asks for it.' })
  await administrator.make('confirmErasure', id)
  await vi.waitUntil(async () => (await kept()).length === 0, PATIENCE)
  expect((await processor.get(originalPath(id, file.original))).status).toBe(404)
}, 180_000)
