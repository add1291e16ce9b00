import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Application } from '../../../engine/index.ts'
import { veteran } from '../../../form/testing/index.ts'
import { applicationOf } from '../../applying/applications/index.ts'
import { sealSnapshot, snapshotOf } from '../../applying/submissions/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { speakIn } from '../../platform/languages/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createStorage } from '../../platform/storage/index.ts'
import { formOf, languagesOf, readInstitution } from '../../running/institution/index.ts'
import { onOneDatabase, silentLog } from '../../testing/index.ts'
import { emptyPdf, pdfOf, scanOf } from '../../testing/sample-files/index.ts'
import {
  type ApplicationPdfDeps,
  createPdfRenderer,
  definePdfJob,
  openPdfSigner,
  requestPdf,
  storedPdf,
  verifyCommand,
} from '../application-pdf/index.ts'
import { opensslSays, readPdf, signingFiles, tight, veraPdf } from '../application-pdf/testing/index.ts'
import { sanitizePdf } from '../conversion/sanitize-pdf.ts'
import { packetCommand } from './index.ts'

const verapdf = await veraPdf()
if ('skipped' in verapdf) console.log(`PDF/UA-1 of packets by veraPDF skipped: ${verapdf.skipped}.`)

const documents = {
  instate_driver_license_copy: 'Copy of your driver license',
  college_transcript: 'College 1: Unofficial transcript',
  college_2_transcript: 'College 2: Unofficial transcript',
}
const keys = Object.keys(documents)

async function pageWith(fault: (page: PDFPage) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Scan'))
  fault(pdf.getPage(0))
  return pdf.save()
}

onOneDatabase('the packet of an application', (on) => {
  let deps: ApplicationPdfDeps
  let folder = ''

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    const now = () => new Date()
    deps = {
      database: on.database,
      keyRing,
      pdfSealer: async () => keyRing,
      storage: await createStorage(on.settings, keyRing, now, randomUUID()),
      form: formOf(institution),
      institution,
      jobs: createJobs(on.database, silentLog),
      renderer: createPdfRenderer(),
      settings: on.settings,
      now,
    }
    definePdfJob(deps)
    await deps.jobs.start()
  })
  afterAll(async () => {
    await deps.jobs.stop()
    await deps.renderer.close()
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-packet-'))
    return () => rmSync(folder, { recursive: true })
  })

  /** Somebody whose application was accepted, with a converted document for each of these questions. */
  async function submitted(attached: readonly string[] = keys, language = 'en') {
    const { database, keyRing, form } = deps
    const { db } = database
    const reference = randomUUID().slice(0, 9).toUpperCase()
    const { id } = await applicationOf(deps, db, randomUUID())
    for (const answer_key of attached) {
      const result_key = deps.storage.keyOf('converted', id, `${answer_key}.pdf`)
      await deps.storage.write(result_key, await pdfOf(`Scan ${keys.indexOf(answer_key)} page`, 2))
      const row = { application_id: id, answer_key, file_key: randomUUID(), result_key, status: 'COMPLETED' as const }
      await db.insertInto('document').values(row).execute()
    }
    const application: Application = {
      ...veteran,
      answer: {
        ...veteran.answer,
        ...Object.fromEntries(uploads(veteran).map((key) => [key, ''])),
        ...attachedAnswers(attached),
      },
      document_answer: Object.fromEntries(attached.map((key) => [key, { file_name: 'scan.pdf', file_size: 20_480 }])),
    }
    const snapshot = speakIn(languagesOf(deps.institution).wordsOf(language), () => snapshotOf(deps, application))
    const sealed = sealSnapshot(snapshot, id, keyRing)
    await db
      .insertInto('submission')
      .values({ application_id: id, reference, form_version: form.version, snapshot: sealed })
      .execute()
    return { id, reference }
  }
  const uploads = ({ answer }: Application) => Object.keys(answer).filter((key) => answer[key] === 'ANSWERED')
  const attachedAnswers = (attached: readonly string[]) => Object.fromEntries(attached.map((key) => [key, 'ANSWERED']))
  async function copied(id: string): Promise<void> {
    await inTransaction(on.database.db, (transaction) =>
      requestPdf(deps, transaction, { applicationId: id, version: 1 }),
    )
    await vi.waitUntil(() => storedPdf(deps, id), { timeout: 30_000 })
  }
  const command = (...words: readonly string[]) => packetCommand(deps, [...words, '--by', 'June Hale'], folder)

  test('is the application PDF, then each document with its question, in a file for its owner only', async () => {
    const { id, reference } = await submitted()
    await copied(id)
    const made = await command(reference.toLowerCase(), '--with-conduct', '--with-own-sheets')
    const file = join(folder, `packet-${reference}.pdf`)
    expect(made).toEqual({ file, documents: 3, bytes: statSync(file).size })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual([`packet-${reference}.pdf`])

    expect(await verifyCommand(deps.keyRing, [file], folder)).toMatchObject({ exit_code: 0 })
    const packet = await readPdf(readFileSync(file))
    const pdf = await readPdf((await storedPdf(deps, id))?.pdf ?? Buffer.of())
    expect(packet.pages).toBe(pdf.pages + 1 + 6)
    expect(tight(packet.text).startsWith(tight(pdf.text))).toBe(true)
    const scans = [0, 1, 2].flatMap((scan) => [`Scan${scan}page1`, `Scan${scan}page2`])
    const after = tight(packet.text).slice(tight(pdf.text).length)
    expect(after).toContain('Documents3documentswith6pages')
    expect(after.split('notscannedformalware').length - 1).toBe(3)
    const listed = Object.values(documents).map((title) => after.indexOf(tight(title)))
    expect(listed).toEqual(listed.toSorted((one, other) => one - other))
    expect(listed).not.toContain(-1)
    const drawn = scans.map((scan) => after.indexOf(scan))
    expect(drawn).toEqual(drawn.toSorted((one, other) => one - other))
    expect(drawn).not.toContain(-1)
    const lines = packet.running.slice(pdf.pages).map(tight)
    const above = Object.values(documents).flatMap((title) => [1, 2].map((page) => `${title}, page ${page} of 2`))
    for (const [at, line] of above.entries()) expect(lines[at + 1]).toContain(tight(line))
    expect(lines.filter((line) => line.includes(tight(reference))).length).toBe(7) // the list and six pages
    expect(packet.bookmarks).toEqual([...pdf.bookmarks, 'Documents', ...Object.values(documents)])
    expect([pdf.untagged, packet.untagged]).toEqual([0, 0])
    expect(packet.roles.slice(0, pdf.roles.length)).toEqual(pdf.roles)
    const added = packet.roles.slice(pdf.roles.length).join(' ')
    expect(added).toMatch(/^Root Document Part .*H1 .*Table .*( Root Document Part P){6}$/)
    expect(after.split(tight('not tagged: screen readers read its text')).length - 1).toBe(3)
    expect([pdf.claim, packet.claim]).toEqual(['1', 'none'])
    const audit = await on.database.db.selectFrom('audit').selectAll().where('subject', '=', id).execute()
    expect(audit).toMatchObject([
      {
        actor: 'operator',
        action: 'packet made',
        detail: { documents: keys, has: ['conduct', 'demographics'], by: 'June Hale' },
      },
    ])
  })

  test.skipIf('skipped' in verapdf)(
    'meets PDF/UA-1 as far as its documents do, by veraPDF, and says so',
    async () => {
      if ('skipped' in verapdf) return
      const files = await signingFiles()
      const pdfSigner = openPdfSigner(files.signing, { metrics: { count: () => {} }, log: silentLog })
      onTestFinished(files.close)
      const { id, reference } = await submitted()
      await copied(id)
      const claiming = await sanitizePdf((await storedPdf(deps, id))?.pdf ?? Buffer.of())
      if (!('pdf' in claiming)) throw new Error('A PDF of ours could not be cleaned.')
      const scans = await Promise.all([pdfOf('Scan'), scanOf(2), Buffer.from('no PDF')])
      const packets: Record<string, Uint8Array> = {}
      for (const [name, pdf] of Object.entries({
        'our own': claiming.pdf,
        text: scans[0],
        scan: scans[1],
        broken: scans[2],
      })) {
        for (const key of keys)
          await deps.storage.write(
            deps.storage.keyOf('converted', id, `${key}.pdf`),
            key === 'college_transcript' ? pdf : claiming.pdf,
          )
        await command(reference, `${name}.pdf`, '--with-conduct', '--with-own-sheets')
        packets[name] = readFileSync(join(folder, `${name}.pdf`))
        if (name !== 'our own') continue
        // The certificate came after the application PDF, so the field is on a page of the packet.
        const words = [reference, 'signed.pdf', '--by', 'June Hale', '--with-conduct', '--with-own-sheets']
        await packetCommand({ ...deps, pdfSigner }, words, folder)
        packets.signed = readFileSync(join(folder, 'signed.pdf'))
      }
      const broken = await verapdf(packets)
      const usable = (name: string) =>
        broken[name]?.flatMap(({ rule }) => (rule.startsWith('ua1 ') ? [rule.slice(4)] : []))
      expect(usable('our own')).toEqual([])
      expect(usable('signed')).toEqual([])
      expect(opensslSays(packets.signed ?? Buffer.of(), files.authorityFile)).toBe('good')
      expect(usable('broken')).toEqual([])
      // 5-1 is the claim. The font of this text is not in its file.
      expect(usable('scan')).toEqual(['5-1'])
      expect(usable('text')?.toSorted()).toEqual(['5-1', '7.21.4.1-1'])
    },
    180_000,
  )

  test.each([
    ['with documents', keys],
    ['without documents', []],
  ])('%s: gender, ethnicity and race are left out unless asked for', async (_, attached) => {
    const { id, reference } = await submitted(attached)
    await copied(id)
    const about = /Gender|Hispanic|race|Asian|African|Islander/i
    const pdf = await readPdf((await storedPdf(deps, id))?.pdf ?? Buffer.of())
    const [first, ...rest] = pdf.text.split('Gender and race').toReversed()
    expect(first).toMatch(about)
    expect(rest.length).toBe(2) // the list of contents and the sheet
    const { file } = await command(reference)
    const packet = await readPdf(readFileSync(file))
    expect(packet.text).not.toMatch(about)
    expect(packet.bookmarks.join()).not.toMatch(about)
    expect(packet.running.join()).not.toMatch(about)
    expect(pdf.attached['application.json']).toMatch(about)
    expect(packet.attached['application.json']).toContain('Conduct and certification')
    expect(packet.attached['application.json']).not.toMatch(about)
    expect(packet.text).toContain('Conduct and certification')
    expect(await verifyCommand(deps.keyRing, [file], folder)).toMatchObject({ exit_code: 0 })
    const audit = await on.database.db.selectFrom('audit').selectAll().where('subject', '=', id).execute()
    expect(audit).toMatchObject([{ action: 'packet made', detail: { has: [] } }])
  })

  test('of an application that was answered in Spanish it is in English', async () => {
    const { id, reference } = await submitted(keys.slice(0, 1), 'es')
    await copied(id)
    await command(reference, '--with-conduct', '--with-own-sheets')
    const own = await readPdf((await storedPdf(deps, id))?.pdf ?? Buffer.of())
    const packet = await readPdf(readFileSync(join(folder, `packet-${reference}.pdf`)))
    expect(tight(own.text)).toContain('Certificoquetodo')
    expect(tight(packet.text)).toContain('Icertifythateverything')
    expect(tight(packet.text)).toContain('AnsweredinSpanish')
    expect(tight(packet.text)).not.toContain('Certificoquetodo')
  })

  test('of a withdrawn application it says so first, and what was signed stays as it was', async () => {
    const { id, reference } = await submitted(keys.slice(0, 1))
    await copied(id)
    await on.database.db
      .insertInto('withdrawal')
      .values({ application_id: id, reason: '', at: new Date('2026-11-21T18:00:00Z') })
      .execute()
    await command(reference)
    const packet = tight((await readPdf(readFileSync(join(folder, `packet-${reference}.pdf`)))).text)
    expect(packet).toContain('WithdrawnBytheapplicant,November21,2026')
    expect(packet.indexOf('WithdrawnBy')).toBeLessThan(packet.indexOf(`Reference${reference}`))
    expect(tight((await readPdf((await storedPdf(deps, id))?.pdf ?? Buffer.of())).text)).not.toContain('Withdrawn')
  })

  test('is written to the given path, and never replaces a file', async () => {
    const { id, reference } = await submitted([])
    await copied(id)
    const file = join(folder, 'mine.pdf')
    expect(await command(reference, 'mine.pdf', '--with-conduct', '--with-own-sheets')).toMatchObject({
      file,
      documents: 0,
    })
    expect(readFileSync(file).equals((await storedPdf(deps, id))?.pdf ?? Buffer.of())).toBe(true)
    writeFileSync(file, 'kept')
    await expect(command(reference, file)).rejects.toThrow(`${file} already exists. Name another file.`)
    expect(readFileSync(file, 'utf8')).toBe('kept')
    await expect(command(reference, 'nowhere/mine.pdf')).rejects.toThrow(/^The server cannot write .*\(ENOENT\)\.$/)
  })

  test.each([
    ['no name', [], /^Usage: npm run packet/],
    ['too many words', ['KQ4M-7XDR', 'a.pdf', 'b.pdf'], /^Usage: npm run packet/],
    ['an unknown option', ['KQ4M-7XDR', '--with-everything'], /^Usage: npm run packet/],
    ['an unknown reference', ['ZZZZ-ZZZZ'], /^No submitted application has this reference number\.$/],
    ['an unknown address', ['nobody@mail.example'], /^No application belongs to this e-mail address\.$/],
  ])('%s gets a sentence', async (_, words, sentence) => {
    await expect(command(...words)).rejects.toThrow(sentence)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([[['KQ4M-7XDR']], [['KQ4M-7XDR', '--by', ' ']]])('%j asks who makes it', async (words) => {
    await expect(packetCommand(deps, words, folder)).rejects.toThrow(
      'Say who does this, with --by and a name or an address.',
    )
  })

  test('is not made of an unsubmitted application, nor before the application PDF', async () => {
    const id = randomUUID()
    const email = `${id}@mail.example`
    const user = { id, name: '', email, emailVerified: true, image: null, updatedAt: new Date() }
    await on.database.db.insertInto('user').values(user).execute()
    await applicationOf(deps, on.database.db, id)
    await expect(command(email)).rejects.toThrow('This application is not submitted yet')
    const { reference } = await submitted()
    await expect(command(reference)).rejects.toThrow('The application PDF is not ready yet. Try again in a minute.')
    expect(readdirSync(folder)).toEqual([])
  })

  test('a document that is missing is named, and no incomplete packet is left', async () => {
    const { id, reference } = await submitted()
    await copied(id)
    await deps.storage.remove(deps.storage.keyOf('converted', id, 'college_2_transcript.pdf'))
    await expect(command(reference)).rejects.toThrow(
      'The document of "College 2: Unofficial transcript" is missing. Restore it from a backup',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  test.each<[string, Uint8Array | Promise<Uint8Array>]>([
    ['is not a PDF', Buffer.from('no PDF')],
    ['has no page', emptyPdf()],
    ['has a page without a size', pageWith((page) => page.node.delete(PDFName.of('MediaBox')))],
    ['has a page tree that leads nowhere', pageWith((page) => page.doc.context.delete(page.ref))],
  ])('in place of a document that %s, a sheet says which one and why', async (_, bytes) => {
    const { id, reference } = await submitted()
    await copied(id)
    const place = deps.storage.keyOf('converted', id, 'college_2_transcript.pdf')
    await deps.storage.write(place, await bytes)
    const { file, documents: count } = await command(reference, '--with-conduct', '--with-own-sheets')
    expect(count).toBe(3)
    const packet = await readPdf(readFileSync(file))
    const pdf = await readPdf((await storedPdf(deps, id))?.pdf ?? Buffer.of())
    expect(packet.pages).toBe(pdf.pages + 1 + 5)
    const after = tight(packet.text).slice(tight(pdf.text).length)
    const sheet = after.indexOf(tight('This document cannot be shown in a packet'))
    expect(after.lastIndexOf(tight('College 2: Unofficial transcript'), sheet)).toBeGreaterThan(0)
    expect(sheet).toBeGreaterThan(after.indexOf('Scan1page2'))
    expect(packet.bookmarks).toEqual([...pdf.bookmarks, 'Documents', ...Object.values(documents)])
    expect(await verifyCommand(deps.keyRing, [file], folder)).toMatchObject({ exit_code: 0 })
  })
})
