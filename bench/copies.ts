import { cpus } from 'node:os'
import { outlineOf, printedPages, withInstitution } from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import { veteran } from '../form/testing/index.ts'
import institution from '../institution.json' with { type: 'json' }
import { copyContent, openCopyRenderer, pdfWithOthers, scanOf } from '../server/index.ts'
import { line, timesOf } from './median.ts'
import { peakMemory } from './peak-memory.ts'
import { perMinute } from './per-minute.ts'

const DOCUMENTS = 10
const MEGABYTE = 1024 ** 2

/** The PDF copy of a full application, and the packet of it with ten documents of 1 MB: times, sizes, memory. */
export async function copyFigures(): Promise<readonly string[]> {
  const content = fullContent()
  const memory = peakMemory()
  const begun = performance.now()
  const renderer = openCopyRenderer()
  const { pdf } = await renderer.renderCopy(content)
  const cold = performance.now() - begun
  const lines = [
    `copies: the first, from a cold thread${' '.repeat(17)}${Math.round(cold)} ms`,
    line('copies: warm', await timesOf(50, () => renderer.renderCopy(content)), '(bar: 150 ms)'),
    `copies: size${' '.repeat(42)}${Math.round(pdf.length / 1024)} KB`,
    `copies: peak memory, this process and its thread${' '.repeat(6)}${megabytes(memory.stop())}`,
  ]
  await renderer.close()
  const renderers = cpus().map(() => openCopyRenderer())
  const rate = await perMinute(
    (core) => renderers[core]?.renderCopy(content) ?? Promise.reject(new Error('No renderer.')),
  )
  await Promise.all(renderers.map(({ close }) => close()))
  return [
    ...lines,
    `copies: per minute, a thread on each of ${cpus().length} cores${' '.repeat(11)}${rate}`,
    ...(await packetFigures(pdf)),
  ]
}

async function packetFigures(copy: Uint8Array): Promise<readonly string[]> {
  const scan = await scanOf(MEGABYTE)
  let size = 0
  const build = async () => {
    size = 0
    for await (const chunk of pdfWithOthers(copy, 'Documents', scans())) size += chunk.length
  }
  // A document is another buffer each time, as it is when it comes from the storage.
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
    `packets: more memory than before them, at most${' '.repeat(8)}${megabytes(grown)}`,
  ]
}

function fullContent() {
  const form = withInstitution(admissions, institution)
  const { address, help_email, ...rest } = institution
  return copyContent({
    pages: printedPages(outlineOf(form, veteran), institution.pdf_pages),
    institution: { ...rest, address_lines: [address.line_1, address.city], email: help_email },
    applicant: 'June Inés Hale',
    term: 'Fall 2027',
    reference: 'KQ4M-7XDR',
    submittedAt: new Date('2026-11-21T18:00:00Z'),
    formVersion: form.version,
  })
}

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`
