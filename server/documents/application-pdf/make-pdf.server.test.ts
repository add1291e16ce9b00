import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { sealsIn } from '../../../api/index.ts'
import { outlineOf, rowsOf } from '../../../engine/index.ts'
import { domestic } from '../../../form/testing/index.ts'
import { proves } from '../../../testing/proves.ts'
import { applicationOf, editApplication } from '../../applying/applications/index.ts'
import { sealSnapshot, snapshotOf } from '../../applying/submissions/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { createJobs, type Jobs } from '../../platform/jobs/index.ts'
import { speakIn } from '../../platform/languages/index.ts'
import { createLimits } from '../../platform/limits/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createStorage } from '../../platform/storage/index.ts'
import { printColor } from '../../running/face/index.ts'
import { formOf, languagesOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, onOneDatabase, PATIENCE, silentLog } from '../../testing/index.ts'
import {
  type ApplicationPdfDeps,
  applicationPdfRoutes,
  checkPdfRoute,
  createPdfRenderer,
  definePdfJob,
  draftPdfRoutes,
  renderApplicationPdf,
  requestPdf,
} from './index.ts'
import { checkSeal } from './pdf-seal.ts'
import { colorsOn, partsByLanguage, readPdf } from './testing/read-pdf.ts'

const MOST_CHECKS = 12

const earlierQueue = {
  name: 'make-copy',
  data: z.object({ applicationId: z.string() }),
  retryLimit: 0,
  retryDelay: 0,
  retryBackoff: false,
  expireInSeconds: 60,
}

const MOST_DRAFTS = 3

onOneDatabase('the application PDF of a submission', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let deps: ApplicationPdfDeps
  let jobs: Jobs
  let now = new Date('2026-11-21T18:00:00Z')

  beforeAll(async () => {
    const institution = { ...readInstitution(on.settings), pdf_name: 'hyalite-application' } // offers Spanish
    jobs = createJobs(on.database, silentLog)
    const keyRing = createKeyRing(on.settings)
    deps = {
      database: on.database,
      keyRing,
      pdfSealer: async () => keyRing,
      storage: await createStorage(on.settings, keyRing, () => now, randomUUID()),
      form: formOf(institution),
      institution,
      jobs,
      renderer: createPdfRenderer(),
      settings: on.settings,
      now: () => now,
    }
    definePdfJob(deps)
    await jobs.start()
    server = await appForTests(on.settings, (app) => {
      applicationPdfRoutes(app, deps)
      draftPdfRoutes(app, deps, createLimits(on.database, { draft_pdf: { most: MOST_DRAFTS, seconds: 900 } }))
      checkPdfRoute(app, deps, createLimits(on.database, { check_pdf: { most: MOST_CHECKS, seconds: 900 } }))
    })
  })
  afterAll(async () => {
    await server.close()
    await jobs.stop()
    await deps.renderer.close()
  })

  const status = async (account: string) => (await server.call(account, 'GET', '/api/pdf')).body
  const made = async (account: string): Promise<string> => {
    await vi.waitFor(async () => expect((await status(account)).status).toBe('COMPLETED'), { timeout: 20_000 })
    return (await status(account)).url
  }
  /** Somebody whose application was accepted, and whose PDF was requested the way a submission does it. */
  async function submitted(): Promise<string> {
    const account = randomUUID()
    const { database, keyRing, form } = deps
    const { id } = await applicationOf(deps, database.db, account)
    const application = {
      answer: { first_name: 'Zoë', last_name: 'Ng' },
      add_another: {},
      tabs: {},
      document_answer: {},
    }
    const snapshot = { form_version: form.version, application, outline: outlineOf(form, application) }
    await inTransaction(database.db, async (transaction) => {
      const letters = randomUUID().toUpperCase()
      const reference = `${letters.slice(0, 4)}-${letters.slice(4, 8)}`
      await transaction
        .insertInto('submission')
        .values({
          application_id: id,
          reference,
          form_version: form.version,
          snapshot: sealSnapshot(snapshot, id, keyRing),
        })
        .execute()
      await requestPdf(deps, transaction, { applicationId: id, version: 1 })
    })
    return account
  }

  /** Somebody with saved answers, and the link to a draft of the PDF. */
  async function drafting() {
    const account = randomUUID()
    await editApplication(deps, account, async ({ write }) =>
      write({ first_name: 'Zoë', last_name: 'Ng', us_citizen: 'Y', ssn: '501-55-0187' }),
    )
    const { body } = await server.call(account, 'GET', '/api/pdf/draft')
    const open = (who = account) => fetch(server.address + body.url, { headers: { 'x-test-account': who } })
    return { account, url: body.url, open }
  }
  const rowsAndFiles = async () => {
    const { rows } =
      await sql`select (select count(*) from application_pdf) pdfs, (select count(*) from document) documents,
      (select count(*) from pgboss.job) jobs`.execute(on.database.db)
    const files = await readdir(on.settings.dataDir, { recursive: true })
    return { rows, files: files.filter((name) => !name.startsWith('database')) }
  }

  test('is in the language that was signed for its applicant, with the statements in both, and in English for others', async () => {
    const spanish = languagesOf(deps.institution).wordsOf('es')
    const snapshot = speakIn(spanish, () => snapshotOf(deps, domestic))
    const submission = {
      ...{ account: '', reference: 'KQ4M-7XDR', version: 1, submittedAt: now, replaces: undefined, requested: [] },
      snapshot,
    }
    const read = async (way: 'own_pdf' | 'delivered_pdf') => {
      const pdf = await readPdf(await renderApplicationPdf(deps, submission, { way }))
      return { ...pdf, text: pdf.text.replace(/\s+/g, ' ') }
    }
    const english = Object.entries(spanish.texts).flatMap(([sentence, own]) =>
      sentence.length > 12 && sentence !== own && !sentence.includes('{') ? [sentence] : [],
    )
    const own = await read('own_pdf')
    expect(own).toMatchObject({ claim: '1', untagged: 0, info: { Language: 'es-US' } })
    expect(own.text).toContain('Idioma de las respuestas español')
    const signed = rowsOf(snapshot.outline.pages.flatMap(({ items }) => items)).filter(({ key }) =>
      ['certify_checkbox', 'obligation_checkbox', 'legal_agree'].includes(key),
    )
    expect(signed).toHaveLength(3)
    for (const { label } of signed) expect(own.text).toContain(label)
    const left = signed.reduce((text, { label }) => text.replace(label, ''), own.text)
    expect(english.filter((sentence) => left.includes(sentence))).toEqual([])

    const others = await read('delivered_pdf')
    expect(others.info).toMatchObject({ Language: 'en-US' })
    expect(others.text).toContain('Answered in Spanish')
    expect(others.text).not.toMatch(/solicitud|Certifico/)
  })

  test('says of its labels and titles which are English for want of a translation', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unfinished-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'fr'))
    const [header, done] = ['msgid ""\nmsgstr "Language: fr\\n"', 'msgid "First Name"\nmsgstr "Prénom"']
    const left = ['Last Name', 'Full Name'].map((text) => `msgid "${text}"\nmsgstr ""`)
    writeFileSync(join(folder, 'fr/form.po'), [header, done, ...left, ''].join('\n\n'))
    const institution = { ...deps.institution, languages: ['en', 'fr', 'es'], translations: {} }
    const languages = languagesOf(institution, folder)
    const inEnglish = async (language: string) => {
      const unfinished = { ...deps, institution }
      const snapshot = speakIn(languages.wordsOf(language), () => snapshotOf(unfinished, domestic))
      const submission = {
        ...{ account: '', reference: 'KQ4M-7XDR', version: 1, submittedAt: now, replaces: undefined, requested: [] },
        snapshot,
      }
      const parts = await partsByLanguage(await renderApplicationPdf(unfinished, submission, { way: 'own_pdf' }))
      return parts.flatMap(([spoken, text]) => (spoken === 'en-US' ? text.trim() : []))
    }
    const french = await inEnglish('fr')
    for (const each of ['Personal Info', 'Last Name', 'Date of birth']) expect(french).toContain(each)
    for (const each of ['Prénom', 'June', 'Hale', 'Helena']) expect(french.join('\n')).not.toContain(each)
    // Of a finished one only what is signed, which stands in English too.
    expect((await inEnglish('es')).map((text) => text.slice(0, 9))).toEqual(['I certify', 'I will pa', 'I underst'])
  })

  test('keeps the letterhead of the edition that was signed, whatever was published since', async () => {
    const edition = { number: 4, hash: 'abc' }
    const submission = {
      ...{ account: '', reference: 'KQ4M-7XDR', version: 1, submittedAt: now, replaces: undefined, requested: [] },
      snapshot: { ...snapshotOf(deps, domestic), edition },
    }
    const mark = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path fill="#abcdef" d="M0 0h9v9z"/></svg>')
    const institution = { ...deps.institution, partner_name: 'Hyalite College', face: { color: '#5e2a7e' } }
    const signed = vi.fn(async () => ({ institution, mark: { name: 'mark.svg' as const, bytes: mark } }))
    const made = async (letterheadOf: ApplicationPdfDeps['letterheadOf']) => {
      const given = { ...deps, ...(letterheadOf && { letterheadOf }) }
      const pdf = await renderApplicationPdf(given, submission, { way: 'own_pdf' })
      return { text: (await readPdf(pdf)).text, colors: await colorsOn(pdf) }
    }
    const then = await made(signed)
    expect(signed).toHaveBeenCalledWith(edition)
    expect(then.text).toContain('Hyalite College')
    expect(then.colors).toEqual(expect.arrayContaining(['#abcdef', printColor(institution)]))
    // Of an edition that a restored backup does not know, that of today.
    for (const unknown of [async () => undefined, undefined]) {
      const today = await made(unknown)
      expect(today.text).not.toContain('Hyalite College')
      expect(today.colors).toContain(printColor(deps.institution))
      expect(today.colors).not.toContain('#abcdef')
    }
  })

  test('of what is saved is shown before signing, says Draft on every page, and is kept nowhere', async () => {
    const { open } = await drafting()
    const before = await rowsAndFiles()
    const reply = await open()
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(reply.headers.get('content-disposition')).toBe('inline; filename="hyalite-application-draft.pdf"')
    expect(reply.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'; sandbox$/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await reply.arrayBuffer())
    const read = await readPdf(bytes)
    expect(read.pages).toBeGreaterThan(2)
    expect(read.running.filter((lines) => !/\bDraft\b/.test(lines))).toEqual([])
    expect(read.text.replace(/\s+/g, ' ')).toMatch(/Draft of November .*Not signed, not submitted/)
    expect(read.text).toContain('***-**-0187')
    expect(read.text).not.toMatch(/501-55|Reference|Check this PDF/)
    expect(read).toMatchObject({ claim: '1', untagged: 0, info: { Title: expect.stringMatching(/, Draft$/) } })
    expect(checkSeal(await deps.pdfSealer(), bytes)).toEqual({ is: 'unknown', reason: 'no seal' })
    expect(await rowsAndFiles()).toEqual(before)
  })

  test('as a draft opens for its own session only, and so often', async () => {
    const { account, url, open } = await drafting()
    expect((await fetch(server.address + url)).status).toBe(401)
    const stranger = await open((await drafting()).account)
    expect([stranger.status, await stranger.json()]).toEqual([409, expect.objectContaining({ code: 'other_account' })])
    const altered = await server.call(
      account,
      'GET',
      url.replace(/[^/](?=[^/]*$)/, (first: string) => (first === 'A' ? 'B' : 'A')),
    )
    expect([altered.status, altered.body.code]).toEqual([404, 'ended_file_link'])
    const opened = []
    for (let at = 0; at <= MOST_DRAFTS; at++) opened.push((await open()).status)
    expect(opened).toEqual([200, 200, 200, 429])
  })

  test('is not drawn as a draft once it is signed', async () => {
    const { status: refused, body } = await server.call(await submitted(), 'GET', '/api/pdf/draft')
    expect([refused, body.code]).toEqual([409, 'already_submitted'])
  })

  test('does not exist before submission', async () => {
    const none = await status(randomUUID())
    expect(none, proves('7.pdf.1', '3.state.6', '3.state.7')).toEqual({ status: 'NOT_ANSWERED', url: '', message: '' })
  })
  test('is made after acceptance, stored encrypted, and served under a signed link', async () => {
    const url = await made(await submitted())
    const reply = await fetch(`${server.address}${url}`)
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(reply.headers.get('content-disposition'), proves('1.institution.2')).toMatch(
      /^inline; filename="hyalite-application-.*\.pdf"$/,
    )
    expect(reply.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'; sandbox$/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const { rows } = await sql<{ file: null; key: string }>`select file, file_key as key from application_pdf`.execute(
      on.database.db,
    )
    for (const { file: inDatabase, key } of rows) {
      expect(inDatabase).toBeNull()
      expect(Buffer.from((await deps.storage.read(key)) ?? []).toString('latin1')).not.toMatch(/^$|%PDF-/)
    }
  })
  test('bears the seal of this installation as it is served', async () => {
    const reply = await fetch(`${server.address}${await made(await submitted())}`)
    const file = Buffer.from(await reply.arrayBuffer())
    expect(checkSeal(deps.keyRing, file)).toMatchObject({ is: 'whole', about: { made: now.toISOString() } })
    const { claim, text } = await readPdf(file)
    expect({ claim, names: text.includes('Zoë') }).toEqual({ claim: '1', names: true })
  })
  test('can be checked by anybody: by its seals, and by its reference number and digest', async () => {
    const reply = await fetch(`${server.address}${await made(await submitted())}`)
    const file = Buffer.from(await reply.arrayBuffer())
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const check = async (body: object) => (await server.call(undefined, 'POST', '/public/check-pdf', body)).body
    const bySeal = (bytes: Uint8Array) =>
      check({
        length: bytes.length,
        seals: sealsIn(bytes).map(({ seal, beginnings }) => ({
          seal,
          beginnings: beginnings.map((each) => ({ bytes: each.bytes, digest: sha256(each.hashed()) })),
        })),
      })
    const { about } = await bySeal(file)
    expect(about).toMatchObject({ kind: 'application PDF', made: now.toISOString() })
    expect(await bySeal(file)).toEqual({ is: 'whole', about })
    expect(await bySeal(Buffer.concat([file, Buffer.from('% more\n')]))).toEqual({
      is: 'part',
      about,
      bytes: file.length,
    })
    const altered = Buffer.from(file)
    altered.writeUInt8(altered.readUInt8(999) ^ 1, 999)
    expect(await bySeal(altered)).toEqual({ is: 'changed' })
    expect(await bySeal(Buffer.from('%PDF-1.7'))).toEqual({ is: 'no seal' })
    const reference = String(about.reference)
    expect(await check({ reference: ` ${reference.replace('-', '').toLowerCase()} `, digest: sha256(file) })).toEqual({
      is: 'whole',
      about,
    })
    expect(await check({ reference, digest: sha256(altered) })).toEqual({ is: 'not found' })
    expect(await check({ reference: 'AAAA-AAAA', digest: sha256(file) })).toEqual({ is: 'not found' })
    for (let more = 8; more < MOST_CHECKS; more += 1) await bySeal(altered)
    expect(await bySeal(file)).toMatchObject({ code: 'too_many' })
  })
  test.each([
    ['UNPROCESSED', null, ''],
    ['IN_PROGRESS', null, ''],
    ['COMPLETED', null, expect.stringMatching(/^\/documents\/application-pdf\/[\w-]+\/\d+\/[\w-]+$/)],
    ['FAILED', 'Try later.', ''],
  ] as const)('is %s', async (is, message, url) => {
    const account = await submitted()
    await made(account)
    const { id } = await applicationOf(deps, on.database.db, account)
    await on.database.db
      .updateTable('application_pdf')
      .set({ status: is, message })
      .where('application_id', '=', id)
      .execute()
    const current = await status(account)
    expect(current, proves('7.pdf.1', '3.state.6', '3.state.7')).toEqual({ status: is, url, message: message ?? '' })
  })
  test('a link that was altered, is for another applicant or has expired does not work', async () => {
    const [first, second] = [await made(await submitted()), await made(await submitted())]
    const [, , otherId] = second.split('/')
    const [, base, id, expires = '', signed = ''] = first.split('/')
    for (const path of [
      `/${base}/${otherId}/${expires}/${signed}`,
      `/${base}/${id}/${Number(expires) + 1}/${signed}`,
      `/${base}/${id}/${expires}/${signed.slice(0, -2)}`,
      `/${base}/${id}/${expires}/x`,
      `/${base}/..%2f..%2fetc/${expires}/${signed}`,
    ]) {
      const odd = path.includes('%2f') // no path of ours contains this
      expect({ path, status: (await fetch(`${server.address}${path}`)).status }).toEqual({
        path,
        status: odd ? 400 : 404,
      })
    }
    now = new Date(now.getTime() + 20 * 60_000)
    expect((await fetch(`${server.address}${first}`)).status).toBe(404)
  })
  test('a link of the release before leads to it, and its jobs are still done', async () => {
    const url = await made(await submitted())
    const earlier = url.replace('/documents/application-pdf/', '/copies/')
    const reply = await fetch(`${server.address}${earlier}`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([308, url])
    expect((await fetch(`${server.address}${earlier}`)).status).toBe(200)
    const account = await submitted()
    await made(account)
    const { id } = await applicationOf(deps, on.database.db, account)
    await on.database.db
      .updateTable('application_pdf')
      .set({ status: 'FAILED' })
      .where('application_id', '=', id)
      .execute()
    await jobs.enqueue(on.database.db, earlierQueue, { applicationId: id })
    await made(account)
  })
  test('one that waits for its storage is in progress, and comes when the storage is back', async () => {
    let tries = 0
    const write = vi.spyOn(deps.storage, 'write').mockImplementation(async () => {
      tries += 1
      throw Object.assign(new Error('The document storage cannot be used.'), { code: 'STORAGE_AWAY' })
    })
    const account = await submitted()
    await vi.waitUntil(() => tries > 0, { timeout: 20_000 })
    // Once the job has been put back.
    const { id } = await applicationOf(deps, on.database.db, account)
    await vi.waitUntil(async () => {
      const { rows } =
        await sql`select from pgboss.job where state = 'retry' and data ->> 'applicationId' = ${id}`.execute(
          on.database.db,
        )
      return rows.length > 0
    }, PATIENCE)
    expect(await status(account)).toEqual({ status: 'IN_PROGRESS', url: '', message: '' })
    write.mockRestore()
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(on.database.db)
    await made(account)
  })
  test('is failed once its last try has failed', async () => {
    const account = await submitted()
    await made(account)
    const { id } = await applicationOf(deps, on.database.db, account)
    await sql`update application_pdf set status = 'IN_PROGRESS' where application_id = ${id}`.execute(on.database.db)
    const write = vi.spyOn(deps.storage, 'write').mockRejectedValue(new Error('No storage.'))
    await jobs.enqueue(
      on.database.db,
      earlierQueue,
      { applicationId: id },
      { retries: { retryLimit: 0, retryDelay: 0, retryBackoff: false } },
    )
    await vi.waitUntil(async () => (await status(account)).status === 'FAILED', PATIENCE)
    expect((await status(account)).message).toMatch(/^We couldn’t make your PDF yet/)
    write.mockRestore()
  })
  test('requesting a finished PDF again does not reset it', async () => {
    const account = await submitted()
    await made(account)
    const { id } = await applicationOf(deps, on.database.db, account)
    await inTransaction(on.database.db, (transaction) =>
      requestPdf(deps, transaction, { applicationId: id, version: 1 }),
    )
    expect((await status(account)).status).toBe('COMPLETED')
  })
})
