import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { calls } from '../../api/index.ts'
import { createLog } from '../platform/http/index.ts'
import { LANGUAGES, readPo } from '../platform/languages/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { copyDatabase } from '../testing/index.ts'
import { type Server, startServer } from './start-server.ts'

let dataDir = ''
let server: Server
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-spanish-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const settings = { ...readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), port: 0 }
  server = await startServer(settings, createLog(settings))
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

const spanish = new Map(
  ['form.po', 'applicants.po'].flatMap((name) =>
    readPo(join(LANGUAGES, 'es', name)).map(({ text, translations: [own] }) => [text, own] as const),
  ),
)

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=x' }
const login = calls.login.path
const nobody = JSON.stringify({ username: 'nobody@mail.example', password: 'Larch-and-snow 2027' })
const noFields = JSON.stringify({ username: 'nobody', password: 'short' })

// Where a request goes wrong decides in which piece of work its reply is made: each has to know who asked.
test.each<[string, string, string, Readonly<Record<string, string>>, string | undefined]>([
  ['before its call', 'unauthorized', calls.profile.path, {}, undefined],
  ['at its address', 'not_found', '/assets/nothing.js', {}, undefined],
  ['at its origin', 'cross_site', login, { ...json, origin: 'https://elsewhere.example' }, nobody],
  ['at the type of its body', 'not_json', login, { 'content-type': 'text/plain' }, 'hello'],
  ['while its body is read', 'malformed', login, json, '{"a":'],
  ['while too much is read', 'too_large', login, json, JSON.stringify({ a: 'x'.repeat(300_000) })],
  ['while a form with a file is read', 'malformed', '/uploads', form, '--x\r\nContent-Dispo'],
  ['in its fields', 'invalid_fields', calls.signup.path, json, noFields],
  ['after the database was asked', 'wrong_credentials', login, json, nobody],
])('a request that goes wrong %s is refused in Spanish: %s', async (_, code, path, headers, body) => {
  const asked = async (cookie: string) => {
    const method = body === undefined ? 'GET' : 'POST'
    const reply = await fetch(server.app.listeningOrigin + path, {
      method,
      headers: { ...headers, cookie },
      ...(body === undefined ? {} : { body }),
    })
    const { code: refused, message, problems = [] } = await reply.json()
    expect(refused).toBe(code)
    return [message, ...problems.map((each: { message: string }) => each.message)]
  }
  const english = await asked('')
  expect(english.every((each) => spanish.has(each))).toBe(true)
  expect(await asked('causeway_language=es')).toEqual(english.map((each) => spanish.get(each)))
})
