import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  ACTIVE_EDITION,
  calls,
  type Institution,
  institutionParts,
  PAGE_EDITION,
  publicInstitution,
} from '../../api/index.ts'
import { proves } from '../../testing/proves.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { readInstitution } from '../running/institution/index.ts'
import { copyDatabase } from '../testing/index.ts'
import { startServer } from './start-server.ts'

const ours = readInstitution(readSettings({}))
const username = 'ada@mail.example'
const password = 'Larch-and-snow 2027'
const builtPage = join(import.meta.dirname, '../../screen/dist/index.html')

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-restart-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
})
afterAll(() => rm(dataDir, { recursive: true }))

/** An institution.json with these values. */
const fileOf = (institution: Institution) => ({
  public: publicInstitution(institution),
  private: Object.fromEntries(
    Object.entries(institution).filter(([name]) => Object.hasOwn(institutionParts.private.shape, name)),
  ),
})

/** Runs a server with this institution.json on the shared data folder while `work` uses it. */
async function running<Result>(institution: Institution, work: (address: string) => Promise<Result>): Promise<Result> {
  const institutionFile = join(dataDir, 'institution.json')
  await cp(join(import.meta.dirname, '../../institution-mark.svg'), join(dataDir, 'institution-mark.svg'))
  await writeFile(institutionFile, JSON.stringify(fileOf(institution)))
  const settings = readSettings({ DATA_DIR: dataDir, INSTITUTION_FILE: institutionFile, LOG_LEVEL: 'silent' })
  const server = await startServer({ ...settings, port: 0 }, createLog(settings))
  try {
    return await work(server.app.listeningOrigin)
  } finally {
    await server.close()
  }
}

const call = (address: string, name: keyof typeof calls, body?: unknown, cookie = '', edition = '') =>
  fetch(address + calls[name].path, {
    method: calls[name].method,
    headers: { 'content-type': 'application/json', cookie, ...(edition && { [PAGE_EDITION]: edition }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** A file name with a leading dot is a mail that is still being written. */
const mailsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'))

async function signUp(address: string): Promise<void> {
  await call(address, 'signup', { username, password })
  const folder = join(dataDir, 'mail')
  const mail = await vi.waitUntil(async () => (await mailsIn(folder))[0], { timeout: 30_000 })
  const code = /\b\d{6}\b/.exec(await readFile(join(folder, mail), 'utf8'))?.[0]
  await call(address, 'confirm', { username, code, password })
}

/** What a person sees: the data in the page, and the form's problems after a submit without a visa. */
async function seen(address: string) {
  const sent = await (await fetch(`${address}/about`)).text()
  const page = sent.replace(/<option[^>]*>[^<]*<.option>/g, '') // they name every state, whatever the institution
  const { headers } = await call(address, 'login', { username, password })
  const cookie = headers.getSetCookie().map((each) => each.split(';')[0])
  const answers = { us_citizen: 'N', perm_resident: 'N' }
  const saved = await call(address, 'saveAnswers', answers, cookie.join('; '))
  expect(saved.status).toBe(200)
  const refused = await call(address, 'submit', undefined, cookie.join('; '), saved.headers.get(ACTIVE_EDITION) ?? '')
  expect(refused.status).toBe(422)
  return { page, refused: await refused.text() }
}

const linksOf = (site: string) => Object.fromEntries(Object.keys(ours.links).map((name) => [name, `${site}/${name}`]))
const placeOf = ({ address, phone, phone_toll_free, fax }: Institution) => [
  ...Object.values(address),
  phone,
  phone_toll_free,
  fax,
]

test('a changed value takes effect on page and form after a restart, without a rebuild', async () => {
  const built = await readFile(builtPage, 'utf8')
  const before = await running(ours, async (address) => {
    await signUp(address)
    return seen(address)
  })
  const other = {
    ...ours,
    partner_name: 'Hyalite College',
    address: { line_1: '7 Larch Street', city: 'Dillon', state: 'Idaho', zip: '83702' },
    phone: '(406) 555-0199',
    phone_toll_free: '(888) 555-0199',
    fax: '(406) 555-0198',
    document_title: 'Apply | Hyalite College',
    links: { ...ours.links, ...linksOf('https://www.hyalite.example') },
  }
  const after = await running(other, seen)

  for (const [{ page, refused }, is, isNot] of [
    [before, ours, other],
    [after, other, ours],
  ] as const) {
    expect(page).toContain(`<title>${is.document_title}</title>`)
    for (const [requirement, shown, notShown] of [
      ['1.institution.1', [is.partner_name], [isNot.partner_name]],
      ['1.institution.4', placeOf(is), placeOf(isNot)],
      ['1.institution.6', Object.values(is.links), Object.values(isNot.links)],
    ] as const) {
      const missing = shown.filter((each) => !page.includes(JSON.stringify(each)))
      const left = notShown.filter((each) => page.includes(JSON.stringify(each)))
      expect({ missing, left }, proves(requirement)).toEqual({ missing: [], left: [] })
    }
    expect(refused, proves('1.institution.6')).toContain(`apply at ${is.links.international}.`)
    expect(refused).not.toContain(isNot.links.international)
  }
  expect(await readFile(builtPage, 'utf8')).toBe(built)
}, 120_000)
