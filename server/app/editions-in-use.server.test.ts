import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  ACTIVE_EDITION,
  calls,
  PAGE_EDITION,
  placeOf,
  type StaffPayload,
  type StaffReply,
  type StaffRole,
  staffCalls,
} from '../../api/index.ts'
import { questionsByKey } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { applicantAt, completeAnswers, copyDatabase } from '../testing/index.ts'
import { type Server, startServer } from './start-server.ts'

let dataDir = ''
let server: Server
let cookie = ''
let second = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-editions-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const settings = { ...readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), port: 0 }
  server = await startServer(settings, createLog(settings))
  cookie = await signedIn('Rhea Rigg')
  second = await signedIn('Sol Sand')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

async function signedIn(name: string, role: StaffRole = 'registrar'): Promise<string> {
  const words = [name, '--role', role, '--by', 'the operator']
  const link = JSON.stringify(await sendCommand(controlSocketPath(dataDir), 'staff-link', words))
  const { method, path } = staffCalls.useStaffLink
  const reply = await fetch(server.app.listeningOrigin + path, {
    ...{ method, headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ token: /#([\w-]+)/.exec(link)?.[1] }),
  })
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function desk<Name extends 'saveFormDraft' | 'checkForm' | 'publishForm'>(name: Name, body: StaffPayload<Name>) {
  const { method, path } = staffCalls[name]
  const reply = await fetch(server.app.listeningOrigin + path, {
    ...{ method, headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) },
  })
  const read: StaffReply<Name> = await reply.json()
  expect({ status: reply.status, read }).toMatchObject({ status: 200 })
  return read
}
let revision = 0
async function publish(changes: StaffPayload<'saveFormDraft'>['changes']) {
  revision = (await desk('saveFormDraft', { revision, changes })).revision + 1
  const { of } = await desk('checkForm', {})
  await desk('publishForm', { of, title: 'A change', reason: 'Because.', takes_effect: null })
}

const labelOf = (key: string) => questionsByKey(server.editions.active().form).get(key)?.label ?? ''

/** Another person confirms what was published last. */
async function confirmLast() {
  const found = await fetch(server.app.listeningOrigin + staffCalls.readForm.path, { headers: { cookie: second } })
  const { editions }: StaffReply<'readForm'> = await found.json()
  const { method, path } = staffCalls.confirmEdition
  const url = server.app.listeningOrigin + path.replace(':id', String(editions[0]?.number))
  expect((await fetch(url, { method, headers: { cookie: second } })).status).toBe(200)
}

/** All garbage is collected: what can still be read then is held by something. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  for (let round = 0; round < 5; round += 1) {
    if (typeof gc === 'function') gc()
    await sleep(20)
  }
}

test('nothing in a server keeps an edition that is no longer in effect', async () => {
  const page = async () => (await fetch(`${server.app.listeningOrigin}/about`)).text()
  await page()
  const [institution, form] = [
    new WeakRef(server.editions.active().institution),
    new WeakRef(server.editions.active().form),
  ]
  // More than are remembered on purpose.
  for (let number = 1; number < 11; number += 1) await publish({ '/phone': `555-01${number}` })
  expect(await page()).toContain('555-0110')
  await collect()
  expect({ institution: institution.deref(), form: form.deref() }).toEqual({ institution: undefined, form: undefined })
})

test('the page of the form costs the desk less than a megabyte, and a fifth of that on its way', async () => {
  const read = (encoding: string) =>
    new Promise<{ status: number | undefined; encoding: string | undefined; bytes: number }>((done, fail) => {
      const headers = { cookie, 'accept-encoding': encoding }
      get(server.app.listeningOrigin + staffCalls.readForm.path, { headers }, (reply) => {
        const about = { status: reply.statusCode, encoding: reply.headers['content-encoding'] }
        buffer(reply).then(({ length: bytes }) => done({ ...about, bytes }), fail)
      }).on('error', fail)
    })
  const { bytes: plain, ...asWritten } = await read('identity')
  const { bytes: compressed, ...onItsWay } = await read('br')
  expect([asWritten, onItsWay]).toEqual([
    { status: 200, encoding: undefined },
    { status: 200, encoding: 'br' },
  ])
  console.log(`readForm: ${plain} bytes, ${compressed} compressed`)
  expect(plain).toBeLessThan(1_000_000)
  expect(compressed).toBeLessThan(plain / 5)
})

/** A page of an applicant, which shows the edition that was in effect when it was opened. */
async function openPage(person: Awaited<ReturnType<typeof applicantAt>>) {
  const headers = async () =>
    (await fetch(server.app.listeningOrigin + calls.profile.path, { headers: { cookie: person.cookie() } })).headers
  const shown = (await headers()).get(ACTIVE_EDITION) ?? ''
  return {
    shown,
    activeNow: async () => (await headers()).get(ACTIVE_EDITION),
    ask: async (
      name: 'submit' | 'formChanges' | 'newSinceSigned',
      edition: string | undefined = shown,
      language = 'en',
    ) => {
      const reply = await fetch(server.app.listeningOrigin + calls[name].path, {
        method: calls[name].method,
        headers: {
          'content-type': 'application/json',
          cookie: person.cookie(),
          'page-language': language,
          ...(edition !== undefined && { [PAGE_EDITION]: edition }),
        },
      })
      return { status: reply.status, body: Object(await reply.json()) }
    },
  }
}

test('only what was shown is signed', async () => {
  const person = await applicantAt(server.app.listeningOrigin, dataDir)
  const { status } = await person.call('PUT', '/api/answer', completeAnswers)
  expect(status).toBe(200)
  const page = await openPage(person)
  // Whoever answers, read the title and the note too.
  const { form } = server.editions.active()
  const sections = form.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'section' ? [item] : [])))
  const titled = sections[0]
  const noted = sections.find(({ note }) => note !== undefined)
  for (const [section, words] of [
    [titled, titled?.title],
    [noted, noted?.note],
  ] as const) {
    await publish({ [placeOf('sentences', words ?? '')]: 'In other words' })
    const differences = [{ key: section?.id, was: words, is: 'In other words' }]
    expect(await page.ask('submit')).toMatchObject({ status: 409, body: { code: 'form_changed', differences } })
    await publish({ [placeOf('sentences', words ?? '')]: null })
  }
  // What does not concern this applicant changes nothing for her.
  await publish({ '/phone': '555-0199' })
  expect(await page.activeNow()).not.toBe(page.shown)
  expect((await page.ask('formChanges')).body).toEqual({ differences: [] })
  const statement = labelOf('certify_checkbox')
  await publish({ [placeOf('sentences', statement)]: `${statement} Indeed.`, '/entry_terms/202770': 'Autumn 2027' })
  await confirmLast()
  const differences = [
    { key: 'entry_term', was: `${labelOf('entry_term')}: Fall 2027`, is: `${labelOf('entry_term')}: Autumn 2027` },
    { key: 'certify_checkbox', was: statement, is: `${statement} Indeed.` },
  ]
  expect((await page.ask('formChanges')).body).toEqual({ differences })
  const refused = await page.ask('submit')
  expect(refused).toMatchObject({ status: 409, body: { code: 'form_changed', differences } })
  // A page of a release without editions, and one that a restored backup does not know.
  expect(await page.ask('submit', '')).toMatchObject({ status: 409, body: { code: 'form_changed', differences: [] } })
  const again = await openPage(person)
  const [number = ''] = again.shown.split('-')
  expect(await page.ask('submit', `${number}-0123456789ab`)).toMatchObject({ status: 409, body: { differences: [] } })
  expect((await person.call('GET', '/api/profile')).body.web_status).not.toBe('submitted')
  expect(await again.ask('submit')).toMatchObject({ status: 200 })
})

test('an application that is open again lists what is new since it was signed, and is what was signed if it is not again', async () => {
  const person = await applicantAt(server.app.listeningOrigin, dataDir, 'bo@mail.example')
  await person.call('PUT', '/api/answer', { ...completeAnswers, chosen_name: 'Bo' })
  const page = await openPage(person)
  expect(await page.ask('submit')).toMatchObject({ status: 200 })
  expect((await page.ask('newSinceSigned')).body).toEqual({ differences: [] })
  const { body: profile } = await person.call('GET', '/api/profile')
  const statement = labelOf('certify_checkbox')
  const words = questionsByKey(admissions).get('certify_checkbox')?.label ?? ''
  const chosen = labelOf('chosen_name')
  await publish({
    ...Object.fromEntries(
      Object.entries({ kind: 'tick', in: 'section:name', label: 'I bring a pet.', required: 'yes' }).map(
        ([name, value]) => [placeOf('structure', 'own', 'own_pets', name), value],
      ),
    ),
    '/structure/stopped/chosen_name': 'yes',
    [placeOf('sentences', words)]: `${words} Truly.`,
  })
  await confirmLast()
  const processor = await signedIn('Paz Reyes', 'processor')
  const at = async (name: 'reopenApplication' | 'closeApplication', body: object) => {
    const { method, path } = staffCalls[name]
    const reply = await fetch(server.app.listeningOrigin + path.replace(':id', String(profile.application_id)), {
      ...{ method, headers: { 'content-type': 'application/json', cookie: processor }, body: JSON.stringify(body) },
    })
    return reply.status
  }
  expect(await at('reopenApplication', { reason: 'A name is wrong.', until: '2026-12-31' })).toBe(200)
  expect((await page.ask('newSinceSigned')).body).toEqual({
    differences: [
      { key: 'own_pets', was: '', is: 'I bring a pet.' },
      { key: 'certify_checkbox', was: statement, is: `${words} Truly.` },
      { key: 'chosen_name', was: `${chosen}: Bo`, is: '' },
    ],
  })
  expect(await at('closeApplication', {})).toBe(200)
  const { body: closed } = await person.call('GET', '/api/profile')
  expect(closed).toMatchObject({ submission: profile.submission, reopening: null })
})
