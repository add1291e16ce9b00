import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { armedPdf, pdfOf } from '../../testing/sample-files/index.ts'
import { refusals } from './outcome.ts'
import { processFile } from './process-file.ts'

const behind = (junk: string | Buffer, pdf: Uint8Array) => Buffer.concat([Buffer.from(junk), pdf])
const processed = (bytes: Uint8Array) => processFile({ bytes, words: '' })

describe('a PDF that begins within the first 1,024 bytes', () => {
  test.each([
    ['after spaces', ' '.repeat(1016)],
    ['at the last place where it may', 'x'.repeat(1019)],
    ['after the words of a program', 'AFPL Ghostscript 8.53: could not open\r\n'],
    ['after the headers of a mail', 'Content-Type: application/pdf\r\n\r\n'],
    ['after the first bytes of a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['after zeros', Buffer.alloc(512)],
  ])('is converted %s', async (_, junk) => {
    const reply = await processed(behind(junk, await pdfOf('Hello', 2)))
    if (!('pdf' in reply)) throw new Error(JSON.stringify(reply))
    expect(Buffer.from(reply.pdf).toString('latin1', 0, 5)).toBe('%PDF-')
    expect((await PDFDocument.load(reply.pdf)).getPageCount()).toBe(2)
  })
  test('loses its scripts, and what was in front of it, as every other', async () => {
    const reply = await processed(behind('<script>alert(1)</script>\n', await armedPdf()))
    const text = 'pdf' in reply ? Buffer.from(reply.pdf).toString('latin1') : '<script'
    expect(text).not.toMatch(/<script|JavaScript|Launch|EmbeddedFile/)
  })
  test('is not looked for further on', async () => {
    expect(await processed(behind('x'.repeat(1020), await pdfOf('Hello')))).toEqual({ refused: refusals.unknownType })
  })
})
