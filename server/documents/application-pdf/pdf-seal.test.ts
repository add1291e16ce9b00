import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { checkSeal, replyTo, type SealedPart, sealChunks, sealPdf } from './pdf-seal.ts'
import { readPdf } from './testing/read-pdf.ts'

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
const sealed = async () => Buffer.from(sealPdf(ours, await plain('Application'), about))

async function inChunks(...chunks: readonly Uint8Array[]) {
  async function* given() {
    yield* chunks
  }
  const out: Uint8Array[] = []
  for await (const chunk of sealChunks(ours, given(), packet)) out.push(chunk)
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
    const file = await inChunks(first, update, end)
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
    const file = Buffer.from(sealPdf(forger, await plain('Forged'), about))
    expect(checkSeal(ours, file)).toEqual({ is: 'changed' })
  })

  test('is missing in a file from elsewhere', async () => {
    expect(checkSeal(ours, Buffer.from(await plain('Other')))).toEqual({ is: 'unknown', reason: 'no seal' })
    expect(checkSeal(ours, Buffer.from('no PDF'))).toEqual({ is: 'unknown', reason: 'no seal' })
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
