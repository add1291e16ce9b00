import { createHash, createPrivateKey } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { sealsIn } from '../../api/index.ts'
import {
  containerInWords,
  opensslSays,
  opensslSaysOfStamp,
  readPdf,
  signatureIn,
  signingFiles,
  startTimeStamps,
  validators,
  veraPdf,
} from '../documents/application-pdf/testing/index.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { applicantAt, completeAnswers, copyDatabase, PATIENCE } from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'
import { type Server, startServer } from './start-server.ts'

const peers = validators()
for (const [name, peer] of Object.entries(peers))
  if ('skipped' in peer) console.log(`Signatures of PDFs by ${name} skipped: ${peer.skipped}.`)

const verapdf = await veraPdf()
if ('skipped' in verapdf) console.log(`PDF/A-3a and PDF/UA-1 of signed PDFs by veraPDF skipped: ${verapdf.skipped}.`)

const DAY = 24 * 60 * 60 * 1000 // ms
const dayFromNow = (days: number) =>
  `${new Date(Date.now() + days * DAY).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
const PASSWORD = 'correct horse'

describe('an institution with a certificate for PDFs', () => {
  let [dataDir, server] = [] as unknown as [string, Server]
  let files: Awaited<ReturnType<typeof signingFiles>>
  let authority: Awaited<ReturnType<typeof startTimeStamps>>
  let [applicationPdf, packet] = [] as unknown as [Buffer, Buffer]
  const lines: string[] = []
  const command = async (name: string, ...words: readonly string[]) =>
    Object(await sendCommand(controlSocketPath(dataDir), name, words)).result

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'causeway-signed-pdfs-'))
    await copyDatabase(inject('embeddedTemplate'), dataDir)
    files = await signingFiles([dayFromNow(-1), dayFromNow(20)])
    authority = await startTimeStamps()
    const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSWORD } as const
    const settings = readSettings({
      ...{ DATA_DIR: dataDir, PDF_CERT: files.signing.certFile, TIME_STAMP_URL: authority.url },
      PDF_KEY: files.put('locked.pem', String(createPrivateKey(files.key).export(options))),
      PDF_KEY_PASSWORD_FILE: files.put('password', `${PASSWORD}\n`),
    })
    const log = pino({}, { write: (line) => void lines.push(line) })
    server = await startServer({ ...settings, port: 0 }, log)
    const address = server.app.listeningOrigin
    const maya = await applicantAt(address, dataDir)
    expect((await maya.call('PUT', '/api/answer', completeAnswers)).status).toBe(200)
    await maya.attach('college_transcript', 'transcript.pdf', Buffer.from(await pdfOf('Transcript of Maya', 2)))
    await vi.waitUntil(async () => (await maya.conversion('college_transcript')) === 'COMPLETED', PATIENCE)
    expect(await maya.call('POST', '/api/submit')).toMatchObject({ status: 200 })
    await vi.waitUntil(async () => (await maya.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
    const { url } = (await maya.call('GET', '/api/pdf')).body
    applicationPdf = Buffer.from(await (await fetch(address + url)).arrayBuffer())
    await writePacket()
  }, PATIENCE.timeout)
  const packetFile = () => join(dataDir, 'packet.pdf')
  async function writePacket() {
    const [, reference = ''] = /Reference\s+([A-Z0-9]{4}-[A-Z0-9]{4})/.exec((await readPdf(applicationPdf)).text) ?? []
    const words = [packetFile(), '--by', 'June', '--with-conduct', '--with-own-sheets']
    expect(await command('packet', reference, ...words)).toMatchObject({ documents: 1 })
    packet = await readFile(packetFile())
  }
  afterAll(async () => {
    await server.close()
    authority.close()
    files.close()
    await rm(dataDir, { recursive: true })
  })

  test('signs the application PDF and the packet whole, with a time stamp', () => {
    for (const pdf of [applicationPdf, packet]) {
      expect(signatureIn(pdf).isWhole).toBe(true)
      expect(opensslSays(pdf, files.authorityFile)).toBe('good')
      // The time stamp after them has a time of its own.
      const [words] = containerInWords(signatureIn(pdf).container).split('id-smime-aa-timeStampToken')
      expect(words).toMatch(/id-smime-aa-signingCertificateV2/)
      expect(opensslSaysOfStamp(signatureIn(pdf).container, authority.authorityFile)).toBe('good')
      expect(words).not.toMatch(/signingTime/)
    }
    expect(authority.asked()).toBe(2)
  })

  test('has in the packet the application PDF with its own signature, byte for byte', () => {
    expect(packet.subarray(0, applicationPdf.length).equals(applicationPdf)).toBe(true)
    expect(packet.length).toBeGreaterThan(applicationPdf.length)
  })

  test('has one signature in each, which names nobody but the institution', async () => {
    for (const pdf of [applicationPdf, packet]) {
      const last = pdf.toString('latin1').lastIndexOf('/Type /Sig\n')
      const dictionary = pdf.toString('latin1').slice(last, pdf.toString('latin1').indexOf('/ByteRange', last))
      const texts = [...dictionary.matchAll(/<feff([0-9a-f]+)>/g)].map(([, hex = '']) =>
        Buffer.from(hex, 'hex').swap16().toString('utf16le'),
      )
      expect(texts).toEqual(['Bridger State University', 'So that anybody can see that this file is unaltered.'])
      expect((await readPdf(pdf)).info).toMatchObject({ IsSignaturesPresent: true })
      expect((await PDFDocument.load(pdf)).getForm().getFields()).toHaveLength(1)
    }
  })

  test('keeps its seal: who checks it without the certificate sees that it is unaltered, and every change', async () => {
    await expect(command('verify', packetFile())).resolves.toMatchObject({ exit_code: 0 })
    const { digitsAt: place, digits } = signatureIn(applicationPdf)
    for (const [at, text, exit_code, signature] of [
      [2000, 'Z', 2, 'broken'],
      // By design: the seal is made before the signature, and does not cover it.
      [place + 800, applicationPdf.toString('latin1', place + 800, place + 801) === '3' ? '4' : '3', 0, 'broken'],
      [place, 'g', 2, 'broken'],
      // The brackets are the one thing that no signature covers, so the seal must.
      [place - 1, ' ', 2, 'good'],
      [place + digits, ' ', 2, 'good'],
    ] as const) {
      const changed = Buffer.from(applicationPdf)
      changed.write(text, at, 'latin1')
      const path = files.put('changed.pdf', changed)
      await expect(command('verify', path), `${at} ${text}`).resolves.toMatchObject({ exit_code })
      expect(opensslSays(changed, files.authorityFile) === 'good' ? 'good' : 'broken').toBe(signature)
    }
  })

  test('is found unaltered by the page for everybody, which sends digests alone', async () => {
    for (const [pdf, kind] of [
      [applicationPdf, 'application PDF'],
      [packet, 'packet'],
    ] as const) {
      const seals = sealsIn(pdf).map(({ seal, beginnings }) => ({
        seal,
        beginnings: beginnings.map(({ bytes, hashed }) => ({
          bytes,
          digest: createHash('sha256').update(hashed()).digest('hex'),
        })),
      }))
      const reply = await fetch(`${server.app.listeningOrigin}/public/check-pdf`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ length: pdf.length, seals }),
      })
      expect(await reply.json()).toMatchObject({ is: 'whole', about: { kind } })
    }
  })

  test('is told 30 days before that its certificate ends, and reads neither key nor password in the log', async () => {
    const said = expect.stringMatching(
      /^The certificate in PDF_CERT is valid until 20\d\d-.+, then PDFs are not signed/,
    )
    expect((await command('health')).warnings).toEqual(expect.arrayContaining([said]))
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(expect.arrayContaining([said]))
    expect(lines.join('')).not.toMatch(/correct horse|PRIVATE KEY/)
  })

  test('gets PDFs without a time stamp while its authority fails', async () => {
    authority.behave('fails')
    await rm(packetFile())
    await writePacket()
    expect(opensslSays(packet, files.authorityFile)).toBe('good')
    expect(opensslSaysOfStamp(signatureIn(packet).container, authority.authorityFile)).toBe('none')
    expect((await command('health')).warnings).toContain(
      'TIME_STAMP_URL gave no time stamp (answered 503): PDFs are signed without one.',
    )
  })

  test.skipIf('skipped' in verapdf)('keeps to PDF/A-3a and PDF/UA-1, by veraPDF', async () => {
    if ('skipped' in verapdf) return
    const broken = await verapdf({ applicationPdf, packet })
    expect(broken.applicationPdf).toEqual([])
    // The font of the document is not in its file, so the packet does not claim it.
    const rules = broken.packet?.map(({ rule }) => rule).filter((rule) => rule.startsWith('ua1 '))
    expect(rules?.toSorted()).toEqual(['ua1 5-1', 'ua1 7.21.4.1-1'])
  })

  const { pdfsig, pyHanko } = peers
  test.skipIf('skipped' in pdfsig)('is believed by pdfsig', () => {
    if ('skipped' in pdfsig) return
    for (const pdf of [applicationPdf, packet]) {
      const said = pdfsig(pdf, [])
      expect(said).toContain('Signature Validation: Signature is Valid.')
      expect(said).toContain('Total document signed')
      expect(said).toContain('Signature Type: ETSI.CAdES.detached')
      expect(said).not.toContain('Signature #2')
      const changed = Buffer.from(pdf)
      changed.write('Z', 2000, 'latin1')
      expect(pdfsig(changed, [])).not.toContain('Signature is Valid')
    }
  })

  test.skipIf('skipped' in pyHanko)('is believed by pyHanko', () => {
    if ('skipped' in pyHanko) return
    const authorities = [files.authorityFile, authority.authorityFile]
    expect(pyHanko(applicationPdf, authorities)).toBe('Signature valid ENTIRE_FILE time stamp trusted\n')
    expect(pyHanko(packet, authorities)).toBe('Signature valid ENTIRE_FILE no time stamp\n')
    // The application PDF that somebody cuts out of the packet.
    expect(pyHanko(packet.subarray(0, applicationPdf.length), authorities)).toContain('Signature valid ENTIRE_FILE')
    const changed = Buffer.from(applicationPdf)
    changed.write('Z', 2000, 'latin1')
    expect(pyHanko(changed, authorities)).toContain('Signature invalid')
    expect(pyHanko(applicationPdf, [authority.authorityFile])).not.toContain('Signature valid')
  })
})

test(
  'a certificate that has ended signs nothing, and the PDF has its seal as without one',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'causeway-unsigned-pdfs-'))
    await copyDatabase(inject('embeddedTemplate'), dataDir)
    const files = await signingFiles([dayFromNow(-20), dayFromNow(-1)])
    const { certFile: PDF_CERT, keyFile: PDF_KEY } = files.signing
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
    const server = await startServer({ ...readSettings({ DATA_DIR: dataDir, PDF_CERT, PDF_KEY }), port: 0 }, log)
    const address = server.app.listeningOrigin
    const maya = await applicantAt(address, dataDir)
    await maya.call('PUT', '/api/answer', completeAnswers)
    expect(await maya.call('POST', '/api/submit')).toMatchObject({ status: 200 })
    await vi.waitUntil(async () => (await maya.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
    const { url } = (await maya.call('GET', '/api/pdf')).body
    const pdf = Buffer.from(await (await fetch(address + url)).arrayBuffer()).toString('latin1')
    expect(pdf).not.toMatch(/ByteRange|AcroForm|Causeway seal 2/)
    expect(pdf).toContain('%Causeway seal 1 ')
    expect(lines).toContainEqual(
      expect.stringMatching(/^The certificate in PDF_CERT was valid until .+ are not signed:/),
    )
    await server.close()
    files.close()
    await rm(dataDir, { recursive: true })
  },
  PATIENCE.timeout,
)
