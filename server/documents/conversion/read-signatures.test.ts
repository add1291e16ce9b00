import { readFileSync } from 'node:fs'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPdfSigner, type PdfSigner, pdfOf, plainPdf } from '../../testing/sample-files/index.ts'
import { signaturesSchema } from './outcome.ts'
import { processFile } from './process-file.ts'
import { readSignatures } from './read-signatures.ts'

let [ada, late, early] = [] as unknown as [PdfSigner, PdfSigner, PdfSigner]
beforeAll(async () => {
  ada = await createPdfSigner('Ada Registrar')
  late = await createPdfSigner('Late Registrar', ['20200101000000Z', '20210101000000Z'])
  early = await createPdfSigner('\u202eEarly\nRegistrar', ['20900101000000Z', '20910101000000Z'])
})
afterAll(() => Promise.all([ada, late, early].map((each) => each.close())))

const signed = async (by = ada, text = 'Transcript') => by.sign(await plainPdf(text))
const intact = {
  ...{ state: 'intact', signer: 'Ada Registrar (Example University)', issuer: 'Transcript CA (Transcript Service)' },
  ...{ isWhole: true, isListed: false, isValidToday: true },
}
const unchecked = { state: 'unchecked', signer: '', at: null, isListed: false }

/** An increment as programs append it: a new object and a table of it. */
const appended = (pdf: Buffer, number?: number) => {
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1])
  const size = Number([...pdf.toString('latin1').matchAll(/\/Size (\d+)/g)].at(-1)?.[1])
  const root = /\/Root (\d+ 0 R)/.exec(pdf.toString('latin1'))?.[1]
  const at = number ?? size
  const object = `${at} 0 obj\n<< /Note (added) >>\nendobj\n`
  const table = `xref\n${at} 1\n${String(pdf.length + 1).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer\n<< /Size ${size + 1} /Root ${root} /Prev ${before} >>\nstartxref\n`
  return Buffer.concat([pdf, Buffer.from(`\n${object}${table}${trailer}${pdf.length + 1 + object.length}\n%%EOF\n`)])
}

const contentsOf = (pdf: Buffer) => {
  const [, , start = 0, end = 0] = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)/.exec(pdf.toString('latin1')) ?? []
  return { start: Number(start) + 1, end: Number(end) - 1 }
}
/** The same file with another container in the place of the signature. */
function withContents(pdf: Buffer, container: Buffer): Buffer {
  const { start, end } = contentsOf(pdf)
  const hex = container.toString('hex').slice(0, end - start)
  return Buffer.concat([pdf.subarray(0, start), Buffer.from(hex.padEnd(end - start, '0')), pdf.subarray(end)])
}

/** So many sequences in each other. */
const nested = (depth: number) =>
  Buffer.concat([Buffer.alloc(depth * 2, Buffer.from([0x30, 0x80])), Buffer.alloc(depth)])

/** A file whose signature has a container of this many bytes. */
const madeBig = (container: Buffer) => {
  const head = '%PDF-1.4\n1 0 obj\n<< /Type /Sig /SubFilter /adbe.pkcs7.detached /ByteRange [0 '
  const rest = (gap: number, next: number) => `${gap} ${next} 0] /Contents <`.padEnd(60, ' ')
  const gap = head.length + 60 - 1
  const hex = container.toString('hex')
  const tail = '>\n>>\nendobj\n2 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 2 0 R >>\n%%EOF\n'
  const middle = `${`${gap} ${gap + hex.length + 2} 10] /Contents `.padEnd(59, ' ')}<`
  expect(rest(0, 0)).toHaveLength(60)
  return Buffer.from(`${head}${middle}${hex}${tail}`)
}

describe('the signatures of a PDF', () => {
  test('are none in a file without one, and in one whose signature field is empty', async () => {
    expect(await readSignatures(await pdfOf('Plain'), [])).toEqual([])
    const pdf = await PDFDocument.load(await plainPdf('Unsigned'))
    const field = pdf.context.register(pdf.context.obj({ FT: 'Sig', T: PDFString.of('Sign here') }))
    pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [field], SigFlags: 3 }))
    expect(await readSignatures(await pdf.save({ useObjectStreams: false }), [])).toEqual([])
  })

  test.each(['adbe.pkcs7.detached', 'ETSI.CAdES.detached'] as const)(
    'of kind %s are read with who signed, when, and whether all of the file',
    async (kind) => {
      const pdf = await ada.sign(await plainPdf('Transcript'), kind)
      const [signature, ...more] = await readSignatures(pdf, [])
      expect(signature).toMatchObject(intact)
      expect(more).toEqual([])
      expect(Math.abs(Date.parse(signature?.at ?? '') - Date.now())).toBeLessThan(60_000)
      expect(signaturesSchema.parse([signature])).toEqual([signature])
    },
  )

  test('come from a listed issuer if that, or the signer, is listed, and from no other', async () => {
    const pdf = await signed()
    const listed = async (...issuers: string[]) => (await readSignatures(pdf, issuers))[0]?.isListed
    expect(await listed(ada.authority)).toBe(true)
    expect(await listed(late.authority, ada.certificate)).toBe(true)
    // Another authority of the same name.
    expect(await listed(late.authority, early.authority)).toBe(false)
  })

  test('come from no listed issuer if somebody whom it certified issued the certificate in turn', async () => {
    const mallory = await createPdfSigner('Mallory', undefined, ada)
    const [signature] = await readSignatures(await signed(mallory), [ada.authority])
    await mallory.close()
    expect(signature).toMatchObject({ state: 'intact', issuer: 'Ada Registrar (Example University)', isListed: false })
  })

  test('cover what was there before: what is added later is not signed', async () => {
    expect(await readSignatures(appended(await signed()), [ada.authority])).toMatchObject([
      { ...intact, isWhole: false, isListed: true },
    ])
    const twice = await late.sign(await signed())
    expect(await readSignatures(twice, [])).toMatchObject([
      { ...intact, isWhole: false },
      { state: 'intact', signer: 'Late Registrar (Example University)', isWhole: true },
    ])
    // Its object is another one now.
    const gone = Number(/(\d+) 0 obj\s*<<\s*\/Type \/Sig\b/.exec((await signed()).toString('latin1'))?.[1])
    expect(await readSignatures(appended(await signed(), gone), [ada.authority])).toEqual([
      expect.objectContaining(unchecked),
    ])
  })

  test('are broken by one byte, inside or outside of them', async () => {
    const pdf = await signed()
    const at = pdf.indexOf('/MediaBox [ 0 0 612')
    expect(at).toBeGreaterThan(0)
    const changed = Buffer.from(pdf)
    changed.write('3', at + '/MediaBox [ 0 0 61'.length)
    expect(await readSignatures(changed, [ada.authority])).toMatchObject([
      { state: 'broken', signer: intact.signer, isListed: false },
    ])
    // The last byte of the signature itself.
    const { start, end } = contentsOf(pdf)
    const last = pdf
      .subarray(start, end)
      .toString()
      .replace(/(00)*$/, '').length
    const forged = Buffer.from(pdf)
    forged.write(forged.subarray(start + last - 1, start + last).toString() === '0' ? '1' : '0', start + last - 1)
    expect(await readSignatures(forged, [ada.authority])).toMatchObject([{ state: 'broken', isListed: false }])
  })

  test('of a certificate that is not valid today say so, and their names are one visible line', async () => {
    expect(await readSignatures(await signed(late), [late.authority])).toMatchObject([
      { state: 'intact', isListed: true, isValidToday: false },
    ])
    expect(await readSignatures(await signed(early), [])).toMatchObject([
      { signer: 'Early Registrar (Example University)', isValidToday: false },
    ])
  })

  test('that carry what they sign inside do not vouch for the file around them', async () => {
    const pdf = await signed()
    const enveloped = await ada.container(Buffer.from('Something else'))
    expect(await readSignatures(withContents(pdf, enveloped), [ada.authority])).toMatchObject([unchecked])
  })

  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['no container', () => Buffer.from('What a signature is not')],
    ['half of one', () => Buffer.from([0x30, 0x82, 0x7f, 0xff, 0x06, 0x09])],
    ['one of 7,000 levels', () => nested(2_600)],
  ])('with %s in their place cannot be checked', async (_, container) =>
    expect(await readSignatures(withContents(await signed(), container()), [])).toMatchObject([unchecked]),
  )

  test.each([
    ['200,000 levels', () => nested(200_000)],
    ['5 MB', () => Buffer.alloc(5 * 1024 ** 2, 0x30)],
  ])('with a container of %s cannot be checked, and take no longer', async (_, container) => {
    const before = process.cpuUsage()
    expect(await readSignatures(madeBig(container()), [])).toMatchObject([unchecked])
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(5_000)
  })

  test('are counted up to a limit', async () => {
    const pdf = await PDFDocument.load(await plainPdf('Many'))
    for (let count = 0; count < 500; count += 1)
      pdf.context.register(pdf.context.obj({ Type: 'Sig', ByteRange: [0, 1, 2, count] }))
    const found = await readSignatures(await pdf.save({ useObjectStreams: false }), [])
    expect(found.length).toBeGreaterThan(1)
    expect(signaturesSchema.parse(found).every(({ state }) => state === 'unchecked')).toBe(true)
  })

  test('are read in a file that is encrypted with an empty password, which pyHanko made', async () => {
    const pdf = readFileSync(new URL('./fixtures/signed-and-encrypted.pdf', import.meta.url))
    expect(pdf.includes('/Encrypt')).toBe(true)
    expect(await readSignatures(pdf, [])).toMatchObject([
      { state: 'intact', signer: 'Registrar (Example University)', isWhole: true },
    ])
  })

  test('are read before a file is made harmless, which removes them', async () => {
    const result = await processFile({ bytes: await signed(), words: '', issuers: [ada.authority] })
    expect(result).toMatchObject({ signatures: [{ ...intact, isListed: true }] })
    expect(Buffer.from('pdf' in result ? result.pdf : []).includes('ByteRange')).toBe(false)
    expect(await processFile({ bytes: await pdfOf('Plain'), words: '' })).not.toHaveProperty('signatures')
  })
})
