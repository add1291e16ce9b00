import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { createConverter, createOffice, docxOf, pdfOf } from '../server/index.ts'
import { diffPages, popplerVersion } from './diff-pages.ts'
import { floodMeasurements } from './flood.ts'
import { line, peakMemory, perMinute, timesOf } from './measure.ts'
import { judgePackets } from './packet-judge.ts'

const RUNS = 20
const HANG_LIMIT = 300_000 // ms; longer than all deadlines of a conversion together

/**
 * Measures conversions: warm times of files such as applicants send, the rate per minute, and the memory of all
 * processes, and how long one applicant waits while another account floods a server. If DOCUMENTS_FOLDER names a folder
 * of real files, runs each through the complete conversion, and says how many look and read the same before and after.
 */
export async function documentMeasurements(): Promise<readonly string[]> {
  const converter = createConverter(createOffice(process.env.SOFFICE))
  const files = {
    'a photo of 600 KB': await photo(600 * 1024),
    'a PDF of 10 pages': await pdfOf('The quick brown fox', 10),
    'a docx of 3 pages': docxOf(Array.from({ length: 130 }, (_, n) => `Paragraph ${n} of a letter of recommendation.`)),
  }
  const memory = peakMemory()
  const cold = performance.now()
  await converter.convert(files['a docx of 3 pages'])
  const lines = [
    `documents: the first docx (LibreOffice starts)${' '.repeat(8)}${((performance.now() - cold) / 1000).toFixed(1)} s`,
  ]
  for (const [name, bytes] of Object.entries(files)) {
    const convert = async () => {
      const outcome = await converter.convert(bytes)
      if (!('pdf' in outcome)) throw new Error(`${name}: ${JSON.stringify(outcome)}`)
    }
    try {
      lines.push(line(`documents: ${name}, ${Math.round(bytes.length / 1024)} KB`, await timesOf(RUNS, convert)))
      lines.push(`documents: ${name}, conversions per minute${' '.repeat(8)}${await perMinute(convert)}`)
    } catch (error) {
      // On a busy machine LibreOffice may not start within its time; the other measurements are worth having.
      lines.push(`documents: ${name}, not measured: ${error instanceof Error ? error.message : error}`)
    }
  }
  lines.push(`documents: peak memory, this process and its converters  ${Math.round(memory.stop() / 1024 ** 2)} MB`)
  lines.push(...(await floodMeasurements({ photo: files['a photo of 600 KB'], docx: files['a docx of 3 pages'] })))
  const folder = process.env.DOCUMENTS_FOLDER
  if (folder !== undefined) lines.push(...(await realFiles(folder, converter)))
  converter.close()
  return lines
}

/** A noisy photograph, compressed until it has at most this many bytes. */
async function photo(bytes: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const raw = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  for (let quality = 95; quality > 10; quality -= 5) {
    const jpeg = await sharp(raw).jpeg({ quality }).toBuffer()
    if (jpeg.length <= bytes) return jpeg
  }
  throw new Error('No quality gives a photo of that size.')
}

/**
 * Counts the results of converting these files, followed by the reasons for refusing some, and what poppler says about
 * the others.
 */
async function realFiles(folder: string, { convert }: ReturnType<typeof createConverter>): Promise<readonly string[]> {
  const count = { converted: 0, refused: 0, crashed: 0, hung: 0 }
  const refusals = new Map<string, number>()
  const poppler = popplerVersion()
  const same = { text: [0, 0], look: [0, 0], notCompared: 0 }
  const lost = { words: 0, compared: 0 }
  const packets = await judgePackets()
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  for (const path of paths.filter((each) => statSync(each).isFile())) {
    const hung = new Promise<'hung'>((resolve) => setTimeout(resolve, HANG_LIMIT, 'hung').unref())
    const file = readFileSync(path)
    const outcome = await Promise.race([convert(file), hung])
    if (outcome === 'hung' || 'crashed' in outcome) {
      count[outcome === 'hung' ? 'hung' : 'crashed'] += 1
      console.error(`${path}: ${JSON.stringify(outcome)}`)
    } else if ('refused' in outcome) {
      count.refused += 1
      refusals.set(outcome.refused, (refusals.get(outcome.refused) ?? 0) + 1)
    } else if ('pdf' in outcome) {
      count.converted += 1
      if (poppler !== undefined) await compare(path, file, outcome.pdf, same)
      const words = await lostByPdfJs(file, outcome.pdf)
      if (words !== undefined) {
        lost.compared += 1
        lost.words += Number(words.length > 0)
        if (words.length > 0) console.error(`${path}: lost by pdf.js: ${words.slice(0, 5).join(' ')}`)
      }
      await packets.add(path, file, outcome.pdf)
    }
  }
  const files = Object.values(count).reduce((sum, each) => sum + each, 0)
  const ofThousand = (part: number, whole: number) => (whole === 0 ? 'none' : ((part * 1000) / whole).toFixed(1))
  const [sameLook = 0, looks = 0] = same.look
  const counts = Object.entries(count).map(([kind, number]) => `${number} ${kind}`)
  return [
    `documents: of 1,000 files refused ${ofThousand(count.refused, files)}; look changed, by poppler, ${ofThousand(looks - sameLook, looks)}; words lost, by pdf.js, ${ofThousand(lost.words, lost.compared)}`,
    ...(await packets.lines()),
    `documents: real files ${counts.join(', ')}   (bar: 0 crashed, 0 hung)`,
    ...[...refusals].map(([sentence, number]) => `documents: refused ${number}: ${sentence}`),
    poppler === undefined
      ? 'documents: how many look and read the same: skipped, because poppler (pdftotext, pdftoppm) is not installed'
      : `documents: by poppler ${poppler}, text the same in ${same.text.join(' of ')} PDFs, look the same in ${same.look.join(' of ')} PDFs and pictures, ${same.notCompared} not compared`,
  ]
}

/** The words of a PDF that pdf.js, which does not do the work, no longer finds; undefined for what it cannot read. */
async function lostByPdfJs(before: Uint8Array, after: Uint8Array): Promise<readonly string[] | undefined> {
  const [own, result] = [await wordsByPdfJs(before), await wordsByPdfJs(after)]
  if (own === undefined || result === undefined) return undefined
  const all = result.join('') // spaces are guessed
  return own.filter((word) => !all.includes(word))
}

async function wordsByPdfJs(pdf: Uint8Array): Promise<readonly string[] | undefined> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
  try {
    const document = await loading.promise
    const words: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      words.push(...items.flatMap((item) => ('str' in item ? (item.str.match(/\S+/g) ?? []) : [])))
    }
    return words
  } catch {
    return undefined // no PDF, or one that it cannot read
  } finally {
    await loading.destroy()
  }
}

type Same = { text: number[]; look: number[]; notCompared: number }

/** Adds what poppler says about one file, and names the file if it differs. */
async function compare(path: string, before: Buffer, after: Uint8Array, same: Same): Promise<void> {
  const result = await diffPages(before, after)
  if (result.text === undefined && result.look === undefined) same.notCompared += 1
  for (const what of ['text', 'look'] as const) {
    if (result[what] === undefined) continue
    const [sameSoFar = 0, all = 0] = same[what]
    same[what] = [sameSoFar + Number(result[what]), all + 1]
    if (!result[what]) console.error(`${path}: another ${what} after its conversion`)
  }
}
