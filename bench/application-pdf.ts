import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { institutionSchema } from '../api/index.ts'
import { outlineOf, type PrintedRow, printedPages, withInstitution } from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import { veteran } from '../form/testing/index.ts'
import institutionFile from '../institution.json' with { type: 'json' }
import { appendPdfs, createPdfRenderer, pdfContent, scanOf } from '../server/index.ts'
import { line, peakMemory, perMinute, timesOf } from './measure.ts'

const DOCUMENTS = 10
const MEGABYTE = 1024 ** 2

/** Measures the PDF of a full application and its packet with ten documents of 1 MB: times, sizes and memory. */
export async function applicationPdfMeasurements(): Promise<readonly string[]> {
  const full = fullContent()
  let applicants = 0
  // Uses a different applicant each time, because the renderer would reuse the layout of what two PDFs have in common.
  const next = () => {
    applicants += 1
    return forApplicant(full, applicants)
  }
  const memory = peakMemory()
  const start = performance.now()
  const renderer = createPdfRenderer()
  const { pdf } = await renderer.renderPdf(full)
  const cold = performance.now() - start
  const lines = [
    `application PDF: the first, from a cold thread${' '.repeat(8)}${Math.round(cold)} ms`,
    line('application PDF: warm', await timesOf(50, () => renderer.renderPdf(next())), '(bar: 150 ms)'),
    `application PDF: size${' '.repeat(33)}${Math.round(pdf.length / 1024)} KB`,
    `application PDF: peak memory, process and thread${' '.repeat(7)}${megabytes(memory.stop())}`,
  ]
  await renderer.close()
  const renderers = cpus().map(() => createPdfRenderer())
  const rate = await perMinute(
    (core) => renderers[core]?.renderPdf(next()) ?? Promise.reject(new Error('No renderer.')),
  )
  await Promise.all(renderers.map(({ close }) => close()))
  return [
    ...lines,
    `application PDF: per minute, a thread on each of ${cpus().length} cores${' '.repeat(2)}${rate}`,
    ...(await packetMeasurements(pdf)),
  ]
}

/** What the sheets of a packet say beside its documents. */
export const packetSheets = {
  institution: 'Bridger State University',
  color: '#0c3441',
  title: 'Transfer Application',
  applicant: 'June Inés Hale',
  reference: 'KQ4M-7XDR',
}

async function packetMeasurements(applicationPdf: Uint8Array): Promise<readonly string[]> {
  const scan = await scanOf(MEGABYTE)
  const renderer = createPdfRenderer()
  const sheets = {
    ...packetSheets,
    summary: 'Ten documents.',
    documents: Array.from({ length: DOCUMENTS }, (_, at) => ({
      title: `Document ${at + 1}`,
      file: 'scan.pdf',
      attached: 'Nov 14, 2026',
      checked: 'not scanned for malware',
      pages: ['portrait'] as const,
    })),
  }
  let size = 0
  const build = async () => {
    size = 0
    const rendered = await renderer.renderSheets(sheets)
    for await (const chunk of appendPdfs(applicationPdf, rendered, scans())) size += chunk.length
  }
  // Each document is a new buffer, as it is when it is read from storage.
  async function* scans() {
    for (let each = 1; each <= DOCUMENTS; each += 1) yield { title: `Document ${each}`, pages: 1, pdf: scan.slice() }
  }
  await build()
  const before = process.memoryUsage().rss
  const memory = peakMemory()
  const times = await timesOf(20, build)
  const growth = memory.stop() - before
  const inUse = await mostInUse(applicationPdf, await renderer.renderSheets(sheets), scans())
  await renderer.close()
  return [
    line(`packets: ${DOCUMENTS} documents of 1 MB`, times),
    `packets: size${' '.repeat(41)}${megabytes(size)}`,
    `packets: in use while one is made, at most${' '.repeat(11)}${megabytes(inUse)}`,
    `packets: the process grew while 20 were made by${' '.repeat(6)}${megabytes(growth)}`,
  ]
}

/** The most bytes added while a packet is made, counted before each document, after garbage collection. */
async function mostInUse(
  pdf: Uint8Array,
  sheets: RenderedSheets,
  scans: AsyncIterable<{ title: string; pages: number; pdf: Uint8Array }>,
): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const inUse = async () => {
    // Unused buffers are freed shortly after they are collected.
    collect()
    await wait(20)
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = await inUse()
  let most = 0
  async function* counted() {
    for await (const scan of scans) {
      most = Math.max(most, (await inUse()) - before)
      yield scan
    }
  }
  for await (const _ of appendPdfs(pdf, sheets, counted())) {
  }
  return most
}

export function fullContent() {
  const institution = institutionSchema.parse(institutionFile)
  const form = withInstitution(admissions, institution)
  const { address, help_email, ...rest } = institution
  return pdfContent({
    pages: printedPages(outlineOf(form, veteran), institution.pdf_pages),
    institution: { ...rest, address_lines: [address.line_1, address.city], email: help_email, color: '#0c3441' },
    applicant: 'June Inés Hale',
    term: 'Fall 2027',
    reference: 'KQ4M-7XDR',
    submittedAt: new Date('2026-11-21T18:00:00Z'),
    formVersion: form.version,
    madeAt: new Date('2026-11-23T18:00:00Z'),
  })
}

const forApplicant = (content: Content, run: number): Content => ({
  ...content,
  pages: content.pages.map((page) => ({ ...page, rows: page.rows.map((row) => rowForApplicant(row, run)) })),
})
function rowForApplicant(row: PrintedRow, run: number): PrintedRow {
  const another = <Answer extends { readonly text: string }>(answer: Answer) => ({
    ...answer,
    text: `${answer.text} ${run}`,
  })
  if (row.kind === 'text') return another(row)
  if (row.kind !== 'table') return row
  return {
    ...row,
    rows: row.rows.map((each) => ({ ...each, cells: each.cells.map(another), below: each.below.map(another) })),
  }
}
type RenderedSheets = Awaited<ReturnType<ReturnType<typeof createPdfRenderer>['renderSheets']>>
type Content = ReturnType<typeof pdfContent>

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`
