import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docxOf } from '../../testing/sample-files/index.ts'
import { createConverter } from './index.ts'
import { nativeOffice, wasmOffice } from './office.ts'
import { openPdf } from './open-pdf.ts'
import type { Office } from './outcome.ts'

/** A cold start of LibreOffice in WebAssembly takes 3 s alone, and longer where other programs keep the cores busy. */
const PATIENCE = 600_000

const installed = [process.env.SOFFICE, '/usr/bin/soffice'].find((path) => path && existsSync(path))
if (installed === undefined) console.log('Word documents by an installed LibreOffice skipped: there is none.')

describe('a Word document, by LibreOffice in WebAssembly', () => wordDocuments(wasmOffice(), true))
describe.skipIf(installed === undefined)('a Word document, by an installed LibreOffice', () =>
  wordDocuments(nativeOffice(installed ?? ''), false),
)

function wordDocuments(office: Office, isWasm: boolean): void {
  const converter = createConverter(office)
  const asked: string[] = []
  const web = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  const picture = join(tmpdir(), `causeway-${randomUUID()}.png`)
  beforeAll(async () => {
    await once(web.listen(0, '127.0.0.1'), 'listening')
    await writeFile(
      picture,
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
  })
  afterAll(async () => {
    converter.close()
    web.close()
    await rm(picture)
  })
  async function converted(docx: Uint8Array) {
    const outcome = await converter.convert(docx)
    if (!('pdf' in outcome)) throw new Error(JSON.stringify(outcome))
    const pdf = await PDFDocument.load(outcome.pdf)
    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object)
    const pictures = objects.filter(
      (object) => object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'),
    )
    return { pdf: outcome.pdf, pages: pdf.getPageCount(), text: objects.join('\n'), pictures: pictures.length }
  }

  test(
    'becomes a PDF with tags',
    async () => {
      const pdf = await converted(docxOf(['Hello', 'World']))
      expect(pdf).toMatchObject({ pages: 1, pictures: 0 })
      expect(pdf.text.match(/\/S \/P\b/g)).toHaveLength(2)
    },
    PATIENCE,
  )
  test(
    'with linked pictures on the web or on this machine fetches neither',
    async () => {
      const address = web.address()
      const port = typeof address === 'object' ? address?.port : 0
      const linked = [`http://127.0.0.1:${port}/tracker.png`, `file://${picture}`]
      const { pdf, pictures, text } = await converted(
        docxOf(['Hello'], { linkedPictures: linked, links: ['file:///etc/passwd', 'https://good.example/'] }),
      )
      expect([asked, pictures]).toEqual([[], 0])
      // Debian's LibreOffice 7.4 prints the words of a link and drops the link.
      if (isWasm) expect(await textByPdfium(pdf)).toContain('https://good.example/')
      expect(text).not.toMatch(/file:|\/URI/)
    },
    PATIENCE,
  )
  test(
    'with tracked changes is printed as if they were accepted',
    async () => {
      const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
      const deleted = (text: string) => `<w:del w:id="1" w:author="E"><w:r><w:delText>${text}</w:delText></w:r></w:del>`
      const xml = [
        `<w:p>${run('Grade: ')}${deleted('FAILED')}<w:ins w:id="2" w:author="E">${run('PASSED')}</w:ins></w:p>`,
        `<w:p><w:pPr><w:rPr><w:del w:id="3" w:author="E"/></w:rPr></w:pPr>${run('Her very ')}</w:p><w:p>${run('words.')}</w:p>`,
        `<w:p><w:pPr><w:rPr><w:del w:id="4" w:author="E"/></w:rPr></w:pPr>${deleted('SECRET')}</w:p>`,
        `<w:p><w:moveFrom w:id="5" w:author="E">${run('MOVED')}</w:moveFrom>${run('last')}</w:p>`,
      ]
      const { pdf, pages } = await converted(docxOf([`</w:t></w:r></w:p>${xml.join('')}<w:p><w:r><w:t>`]))
      const read = [textByPdfium(pdf), textByPoppler(pdf)].filter((text) => text !== undefined)
      for (const text of await Promise.all(read)) {
        expect(text.replaceAll(/\s+/g, ' ').trim()).toBe('Grade: PASSED Her very words. last')
      }
      expect(pages).toBe(1)
    },
    PATIENCE,
  )
  test(
    'with macros becomes a PDF without them',
    async () => {
      const { text } = await converted(docxOf(['Hello'], { macros: true }))
      expect(text).not.toMatch(/JavaScript|AutoOpen|Shell/)
    },
    PATIENCE,
  )
}

const textByPdfium = async (pdf: Uint8Array) => (await openPdf(pdf))?.texts().join() ?? ''
/** Undefined where poppler is not installed. */
const textByPoppler = (pdf: Uint8Array): Promise<string> | undefined =>
  existsSync('/usr/bin/pdftotext')
    ? Promise.resolve(spawnSync('/usr/bin/pdftotext', ['-', '-'], { input: pdf }).stdout.toString())
    : undefined
