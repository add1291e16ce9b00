import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { placeOf, type StaffPayload, type StaffReply, staffCalls } from '../../api/index.ts'
import { readPdf } from '../documents/application-pdf/testing/index.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { copyDatabase } from '../testing/index.ts'
import { type Server, startServer } from './start-server.ts'

let dataDir = ''
let server: Server
let cookie = ''
let time = Date.now()
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-preview-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const settings = { ...readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), port: 0 }
  server = await startServer(settings, createLog(settings), () => new Date(time))
  const link = JSON.stringify(
    await sendCommand(controlSocketPath(dataDir), 'staff-link', ['Prue View', '--role', 'form_editor', '--by', 'me']),
  )
  const { method, path } = staffCalls.useStaffLink
  const reply = await fetch(server.app.listeningOrigin + path, {
    ...{ method, headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ token: /#([\w-]+)/.exec(link)?.[1] }),
  })
  cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

async function desk<Name extends 'saveFormDraft' | 'previewForm'>(name: Name, body: StaffPayload<Name>) {
  const { method, path } = staffCalls[name]
  const reply = await fetch(server.app.listeningOrigin + path, {
    ...{ method, headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) },
  })
  const read: StaffReply<Name> = await reply.json()
  expect({ status: reply.status, read }).toMatchObject({ status: 200 })
  return read
}

let revision = 0
const draft = async (changes: StaffPayload<'saveFormDraft'>['changes']) => {
  revision = (await desk('saveFormDraft', { revision, changes })).revision
}
const link = async () => new URL((await desk('previewForm', {})).link).pathname
const get = (path: string) => fetch(server.app.listeningOrigin + path)
const page = async (path: string) => (await get(path)).text()
const dataIn = (html: string) => JSON.parse(/id="institution">([^<]*)</.exec(html)?.[1] ?? '{}')

test('a link shows the draft to whoever has it; nobody else sees anything of it', async () => {
  await draft({ [placeOf('sentences', 'Previous name')]: 'Former name', '/phone': '(406) 555-0199' })
  const own = await link()
  const around = await page(own)
  expect(around).toContain('2 changes are in the draft. Applicants don’t see them yet.')
  expect(around).toContain(`src="${own}/page?as=visitor&amp;show=%2Fabout&amp;language=en&amp;of="`)
  const shown = dataIn(await page(`${own}/page`))
  expect(shown.institution.phone).toBe('(406) 555-0199')
  expect(shown.institution.sentences).toEqual({ 'Previous name': 'Former name' })
  expect(shown.preview).toMatchObject({ at: '/about', profile: null })
  expect(shown.edition).toBeUndefined()
  const visitors = dataIn(await page('/about'))
  expect(visitors.institution.phone).not.toBe('(406) 555-0199')
  expect(visitors.preview).toBeUndefined()
})

test('the PDF, the mails and the words of a language are of the draft too', async () => {
  await draft({
    [placeOf('translations', 'es', 'Former name')]: 'Apellido anterior',
    '/office': 'Office of Transfers',
    [placeOf('translations', 'es', 'Office of Transfers')]: 'Oficina de Traslados',
  })
  const own = await link()
  const { text } = await readPdf(Buffer.from(await (await get(`${own}/pdf?as=veteran&language=en`)).arrayBuffer()))
  expect(text).toMatch(/Draft/)
  expect(text).toMatch(/Former name\s+Ortega/)
  const mail = await page(`${own}/mail?as=citizen&show=mail%20receipt&language=es`)
  expect(mail).toContain('Oficina de Traslados')
  expect(mail).toContain('SAMP-2345')
  expect(await page(`${own}/words/es`)).toContain('Oficina de Traslados')
})

test('the form as it was on any day is shown as well', async () => {
  const own = await link()
  expect(await page(own)).toMatch(/<option value="edition 1">Edition 1, since [^:]+: institution.json<\/option>/)
  const around = await page(`${own}?of=edition+1`)
  expect(around).toContain('Edition 1 as it was')
  expect(around).not.toContain('in the draft')
  expect(dataIn(await page(`${own}/page?of=edition+1`)).institution.phone).toBe('(406) 555-0142')
  const { text } = await readPdf(
    Buffer.from(await (await get(`${own}/pdf?as=veteran&language=en&of=edition+1`)).arrayBuffer()),
  )
  expect(text).toMatch(/Previous name\s+Ortega/)
  // Of one that there is not, or that is not in effect yet, the draft.
  expect(dataIn(await page(`${own}/page?of=edition+77`)).institution.phone).toBe('(406) 555-0199')
})

test('it cannot be framed by others, and is stored nowhere', async () => {
  const own = await link()
  const around = await get(own)
  expect(around.headers.get('content-security-policy')).toMatch(/frame-src 'self'.*frame-ancestors 'none'/)
  expect(around.headers.get('content-security-policy')).not.toMatch(/script-src/)
  const inside = await get(`${own}/page`)
  expect(inside.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/)
  expect(inside.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  for (const { headers } of [around, inside])
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'no-store'])
})

test('what keeps a draft from being published keeps it from being shown, and is said', async () => {
  await draft({ '/document_title': null })
  expect(await page(await link())).toMatch(/This draft can’t be shown yet.*Title of the browser tab/s)
  await draft({ '/document_title': 'Transfer Application | Bridger State University' })
  expect(await page(await link())).toContain('Preview of the draft')
})

test('a link ends after a day, and one that was altered is none', async () => {
  const own = await link()
  expect((await get(`${own.slice(0, -3)}AAA`)).status).toBe(410)
  const [, root, id, expires, signed] = own.split('/')
  expect((await get(`/${root}/${id}/${Number(expires) + 9}/${signed}`)).status).toBe(410)
  time += 86_400_000 - 5_000
  expect((await get(own)).status).toBe(200)
  time += 6_000
  const ended = await get(own)
  expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('This preview has ended')])
})
