import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { institutionSchema } from '../api/index.ts'
import { outlineOf, type PrintedRow, printedPages, withInstitution } from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import { veteran } from '../form/testing/index.ts'
import institutionFile from '../institution.json' with { type: 'json' }
import { createPdfRenderer, pdfContent, pdfWithOthers, scanOf } from '../server/index.ts'
import { line, timesOf } from './median.ts'
import { peakMemory } from './peak-memory.ts'
import { perMinute } from './per-minute.ts'

const DOCUMENTS = 10
const MEGABYTE = 1024 ** 2

/** Measures the PDF of a full application and its packet with ten documents of 1 MB: times, sizes and memory. */
export async function applicationPdfMeasurements(): Promise<readonly string[]> {
  const full = fullContent()
  let applicants = 0
  // Uses a different applicant each time, because the renderer would reuse the layout of what two PDFs have in common.
  const next = () => {
    applicants += 1
    return ofAnother(full, applicants)
  }
  const memory = peakMemory()
  const begun = performance.now()
  const renderer = createPdfRenderer()
  const { pdf } = await renderer.renderPdf(full)
  const cold = performance.now() - begun
  const lines = [
    `copies: the first, from a cold thread${' '.repeat(17)}${Math.round(cold)} ms`,
    line('copies: warm', await timesOf(50, () => renderer.renderPdf(next())), '(bar: 150 ms)'),
    `copies: size${' '.repeat(42)}${Math.round(pdf.length / 1024)} KB`,
    `copies: peak memory, this process and its thread${' '.repeat(6)}${megabytes(memory.stop())}`,
  ]
  await renderer.close()
  const renderers = cpus().map(() => createPdfRenderer())
  const rate = await perMinute(
    (core) => renderers[core]?.renderPdf(next()) ?? Promise.reject(new Error('No renderer.')),
  )
  await Promise.all(renderers.map(({ close }) => close()))
  return [
    ...lines,
    `copies: per minute, a thread on each of ${cpus().length} cores${' '.repeat(11)}${rate}`,
    ...(await packetMeasurements(pdf)),
  ]
}

async function packetMeasurements(copy: Uint8Array): Promise<readonly string[]> {
  const scan = await scanOf(MEGABYTE)
  let size = 0
  const build = async () => {
    size = 0
    for await (const chunk of pdfWithOthers(copy, 'Documents', scans())) size += chunk.length
  }
  // Each document is a new buffer, as it is when it is read from storage.
  async function* scans() {
    for (let each = 1; each <= DOCUMENTS; each += 1) yield { title: `Document ${each}`, pdf: scan.slice() }
  }
  await build()
  const before = process.memoryUsage().rss
  const memory = peakMemory()
  const times = await timesOf(20, build)
  const grown = memory.stop() - before
  return [
    line(`packets: ${DOCUMENTS} documents of 1 MB`, times),
    `packets: size${' '.repeat(41)}${megabytes(size)}`,
    `packets: in use while one is made, at most${' '.repeat(11)}${megabytes(await mostInUse(copy, scans()))}`,
    `packets: the process grew while 20 were made by${' '.repeat(6)}${megabytes(grown)}`,
  ]
}

/** The most bytes added while a packet is made, counted before each document, after garbage collection. */
async function mostInUse(copy: Uint8Array, scans: AsyncIterable<{ title: string; pdf: Uint8Array }>): Promise<number> {
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
  async function* watched() {
    for await (const scan of scans) {
      most = Math.max(most, (await inUse()) - before)
      yield scan
    }
  }
  for await (const _ of pdfWithOthers(copy, 'Documents', watched())) {
  }
  return most
}

function fullContent() {
  const institution = institutionSchema.parse(institutionFile)
  const form = withInstitution(admissions, institution)
  const { address, help_email, ...rest } = institution
  return pdfContent({
    pages: printedPages(outlineOf(form, veteran), institution.pdf_pages),
    institution: { ...rest, address_lines: [address.line_1, address.city], email: help_email },
    applicant: 'June Inés Hale',
    term: 'Fall 2027',
    reference: 'KQ4M-7XDR',
    submittedAt: new Date('2026-11-21T18:00:00Z'),
    formVersion: form.version,
  })
}

const ofAnother = (content: Content, run: number): Content => ({
  ...content,
  pages: content.pages.map((page) => ({ ...page, rows: page.rows.map((row) => rowOfAnother(row, run)) })),
})
function rowOfAnother(row: PrintedRow, run: number): PrintedRow {
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
type Content = ReturnType<typeof pdfContent>

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`
