import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { MOST_SIGNATURE_DIGITS, sealsIn } from '../../../api/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { checkSeal, replyTo, type SealedPart, sealChunks, sealPdf } from './pdf-seal.ts'
import { BLANK_RANGE, type PdfSignature } from './pdf-signer.ts'
import { readPdf } from './testing/read-pdf.ts'
import { signatureIn } from './testing/signing.ts'

const ringOf = (...ids: readonly string[]) =>
  createKeyRing({
    dataDir: '/nowhere',
    secretKeys: ids.map((id) => ({ id, bytes: Buffer.alloc(32, id) })),
  })
const ours = ringOf('k1')
const about: SealedPart = { kind: 'application PDF', reference: 'KQ4M-7XDR', made: '2026-11-23T18:00:00.000Z' }
const packet: SealedPart = { ...about, kind: 'packet' }

/** A PDF with its table uncompressed, as Typst writes it. */
const plain = async (text: string) =>
  (await PDFDocument.load(await pdfOf(text, 2))).save({ useObjectStreams: false, addDefaultPage: false })
const sealed = async () => Buffer.from(await sealPdf(ours, await plain('Application'), about))

async function inChunks(signature: PdfSignature | undefined, ...chunks: readonly Uint8Array[]) {
  async function* given() {
    yield* chunks
  }
  const out: Uint8Array[] = []
  for await (const chunk of sealChunks(ours, given(), packet, signature)) out.push(chunk)
  return Buffer.concat(out)
}

describe('the seal of a PDF', () => {
  test('leaves it readable and at its end, and says what it is', async () => {
    const file = await sealed()
    expect((await readPdf(file)).text).toContain('Application 2')
    expect(file.subarray(-6).toString().trim()).toMatch(/%%EOF$/)
    expect(checkSeal(ours, file)).toEqual({ is: 'whole', about })
  })

  test('shows every change of a byte', async () => {
    const file = await sealed()
    for (let at = 0; at < file.length; at += 7) {
      const changed = Buffer.from(file)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(['changed', 'unknown'], `byte ${at}`).toContain(checkSeal(ours, changed).is)
    }
  })

  test('shows a change of bits that base64 does not need', async () => {
    const file = await sealed()
    const end = file.indexOf('\n', file.indexOf('%Causeway seal'))
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    for (let at = end - 12; at < end; at += 1) {
      const unnoticed = letters.filter((letter) => {
        const changed = Buffer.from(file)
        changed.write(letter, at, 'latin1')
        return checkSeal(ours, changed).is === 'whole'
      })
      expect(unnoticed).toEqual([file.toString('latin1', at, at + 1)])
    }
  })

  test('shows what was appended, and finds the part that was not altered', async () => {
    const file = await sealed()
    const more = Buffer.concat([file, Buffer.from('\n% more\n')])
    expect(checkSeal(ours, more)).toEqual({ is: 'part', about, bytes: file.length })
  })

  test('of a packet covers all of it, and its application PDF keeps a seal of its own', async () => {
    const first = await sealed()
    const [, start = ''] = /startxref\s+(\d+)/.exec(first.subarray(-64).toString('latin1')) ?? []
    const update = Buffer.from(`\n1 0 obj\n<<>>\nendobj`)
    const table = first.length + update.length + 1
    const end = Buffer.from(`\nxref\n0 0\ntrailer\n<< /Prev ${start} >>\nstartxref\n${table}\n%%EOF\n`)
    const file = await inChunks(undefined, first, update, end)
    expect(file.subarray(0, first.length).equals(first)).toBe(true)
    expect(checkSeal(ours, file)).toEqual({ is: 'whole', about: packet })
    const changed = Buffer.from(file)
    changed.write('X', first.length + 3)
    expect(checkSeal(ours, changed)).toEqual({ is: 'part', about, bytes: first.length })
  })

  test('outlives a new key, and is unknown without its own', async () => {
    const file = await sealed()
    expect(checkSeal(ringOf('k2', 'k1'), file).is).toBe('whole')
    expect(checkSeal(ringOf('k2'), file)).toEqual({ is: 'unknown', reason: 'another key' })
  })

  test('cannot be made with another key of the same name', async () => {
    const forger = createKeyRing({ dataDir: '/nowhere', secretKeys: [{ id: 'k1', bytes: Buffer.alloc(32, 'x') }] })
    const file = Buffer.from(await sealPdf(forger, await plain('Forged'), about))
    expect(checkSeal(ours, file)).toEqual({ is: 'changed' })
  })

  test('is missing in a file from elsewhere', async () => {
    expect(checkSeal(ours, Buffer.from(await plain('Other')))).toEqual({ is: 'unknown', reason: 'no seal' })
    expect(checkSeal(ours, Buffer.from('no PDF'))).toEqual({ is: 'unknown', reason: 'no seal' })
  })
})

describe('the seal of a signed PDF', () => {
  const DIGITS = 64
  /** A PDF with a dictionary of a signature as its last object, and a stand-in that signs it. */
  const signatureOf = (digits: number): PdfSignature => ({
    dictionary: `<<\n/Type /Sig\n${BLANK_RANGE}${'0'.repeat(digits)}>\n>>`,
    digitsFor: async (digest) => digest.toString('hex').padEnd(digits, '0'),
  })
  async function signed(signature = signatureOf(DIGITS)): Promise<Buffer> {
    const pdf = Buffer.from(await plain('Application')).toString('latin1')
    const table = pdf.lastIndexOf('xref\n0 ')
    const object = `99 0 obj\n${signature.dictionary}\nendobj\n`
    const moved = pdf.slice(table).replace(/(startxref\s+)\d+/, `$1${table + object.length}`)
    return Buffer.from(
      await sealPdf(ours, Buffer.from(pdf.slice(0, table) + object + moved, 'latin1'), about, signature),
    )
  }
  const placeIn = (file: Buffer) => file.indexOf(/\/Contents <[0-9a-f]/.exec(file.toString('latin1'))?.[0] ?? '') + 11
  const commentIn = (file: Buffer) =>
    /%Causeway seal 2 (\d+) (\d+) /.exec(file.toString('latin1'))?.slice(1, 3).map(Number)

  test('is in the signature, which covers all of the file but its own digits', async () => {
    const file = await signed()
    expect(checkSeal(ours, file)).toEqual({ is: 'whole', about })
    const { isWhole, covered, digitsAt, digits } = signatureIn(file)
    expect({ isWhole, digitsAt, digits }).toEqual({ isWhole: true, digitsAt: placeIn(file), digits: DIGITS })
    expect(commentIn(file)).toEqual([digitsAt, DIGITS])
    expect(covered.toString('latin1')).toMatch(/%Causeway seal 2 \d+ 64 [\w-]+\n/)
    const digest = createHash('sha256').update(covered).digest('hex')
    expect(file.toString('latin1', digitsAt, digitsAt + DIGITS)).toBe(digest)
    expect((await readPdf(file)).text).toContain('Application 2')
  })

  test('shows every change of a byte but of digits that stay digits', async () => {
    const file = await signed()
    const place = placeIn(file)
    const hidden: number[] = []
    for (let at = 0; at < file.length; at += 1) {
      if (at % 7 > 0 && Math.abs(at - place) > DIGITS + 200 && at < file.length - 900) continue
      const changed = Buffer.from(file)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      if (checkSeal(ours, changed).is === 'whole') hidden.push(at)
    }
    expect(hidden.length).toBeGreaterThan(DIGITS / 2)
    expect(hidden.filter((at) => at < place || at >= place + DIGITS)).toEqual([])
  })

  test.each([
    ['an object', '> >> endobj 7 0 obj <<'],
    ['blanks', '  '],
    ['capital letters', 'AB'],
    ['the end of the digits', '>'],
  ])('shows %s in place of digits', async (_, text) => {
    const file = await signed()
    file.write(text, placeIn(file) + 8, 'latin1')
    expect(checkSeal(ours, file)).toEqual({ is: 'changed' })
  })

  test.each([
    ['begins before the digits', -1, DIGITS],
    ['begins after their first', 1, DIGITS - 1],
    ['ends before their last', 0, DIGITS - 1],
    ['ends after their last', 0, DIGITS + 1],
    ['is empty', 0, 0],
    ['is not in the file', 5000, DIGITS],
  ])('hides nothing in a place that %s', async (_, from, length) => {
    const file = await signed()
    const place = placeIn(file)
    const text = file.toString('latin1')
    const lied = text.replace(/(%Causeway seal 2) \d+ \d+/, `$1 ${place + from} ${length}`)
    const hashed = sealsIn(Buffer.from(lied, 'latin1')).flatMap(({ beginnings }) =>
      beginnings.map((each) => Buffer.from(each.hashed()).toString('latin1')),
    )
    const unhidden = lied.replace(
      /(%Causeway seal 2 \d+ \d+ )([\w-]+)/,
      (_all, words, seal) => words + '0'.repeat(seal.length),
    )
    expect(hashed.at(-1)).toBe(unhidden)
  })

  test('hides nothing behind the seal, and nothing that is longer than a signature', async () => {
    const file = (await signed()).toString('latin1')
    const end = file.lastIndexOf('startxref')
    const more = `${file.slice(0, end)}/Contents <1234>\n${file.slice(end)}`
    const lied = more.replace(/(%Causeway seal 2) \d+ \d+/, `$1 ${String(end + 11).padStart(`${end}`.length, '0')} 04`)
    expect(lied.slice(end + 11, end + 15)).toBe('1234')
    for (const { beginnings } of sealsIn(Buffer.from(lied, 'latin1')))
      expect(Buffer.from(beginnings.at(-1)?.hashed() ?? []).toString('latin1')).toContain('/Contents <1234>')
    const most = await signed(signatureOf(MOST_SIGNATURE_DIGITS))
    expect(checkSeal(ours, most)).toEqual({ is: 'whole', about })
    expect(checkSeal(ours, await signed(signatureOf(MOST_SIGNATURE_DIGITS + 2)))).toEqual({ is: 'changed' })
  })

  test('of a packet leaves that of its application PDF as it is, which its own covers', async () => {
    const first = await signed()
    const [, start = ''] = /startxref\s+(\d+)/.exec(first.subarray(-64).toString('latin1')) ?? []
    const update = Buffer.from('\n1 0 obj\n<<>>\nendobj')
    const signature = signatureOf(DIGITS)
    const object = `\n100 0 obj\n${signature.dictionary}\nendobj`
    const table = first.length + update.length + object.length + 1
    const end = `${object}\nxref\n0 0\ntrailer\n<< /Prev ${start} >>\nstartxref\n${table}\n%%EOF\n`
    const file = await inChunks(signature, first, update, Buffer.from(end))
    expect(file.subarray(0, first.length).equals(first)).toBe(true)
    expect(checkSeal(ours, file)).toEqual({ is: 'whole', about: packet })
    const { isWhole, covered, digitsAt } = signatureIn(file)
    expect(isWhole).toBe(true)
    expect(file.toString('latin1', digitsAt, digitsAt + DIGITS)).toBe(
      createHash('sha256').update(covered).digest('hex'),
    )
    const digit = Buffer.from(file)
    digit.write(digit.toString('latin1', placeIn(first)).startsWith('1') ? '2' : '1', placeIn(first), 'latin1')
    expect(checkSeal(ours, digit)).toEqual({ is: 'part', about, bytes: first.length })
  })
})

test.each([
  [{ is: 'whole', about } as const, /^yes\. This is the application PDF of KQ4M-7XDR .*2026-11-23/, 0],
  [{ is: 'part', about, bytes: 60 } as const, /^no\. The first 60 bytes are .* the other 40 were/, 2],
  [{ is: 'changed' } as const, /^no\. /, 2],
  [{ is: 'unknown', reason: 'no seal' } as const, /^unknown\. This file has no seal/, 3],
  [{ is: 'unknown', reason: 'another key' } as const, /^unknown\. /, 3],
])('%j is said in a sentence, with its exit code', (checked, sentence, exit_code) => {
  const reply = replyTo(checked, 100)
  expect(reply.unaltered).toMatch(sentence)
  expect(reply.exit_code).toBe(exit_code)
})
