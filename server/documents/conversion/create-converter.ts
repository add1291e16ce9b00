import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Metrics } from '../../platform/metrics/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import { createChild, type Limits } from './create-child.ts'
import {
  type ChildReply,
  type ChildRequest,
  type Ended,
  type Office,
  type Outcome,
  refusals,
  signaturesSchema,
} from './outcome.ts'

/** Measured: less than 2 s of processor time for the largest accepted file. */
const limits: Limits = { processor: 30_000, idle: 60_000, elapsed: 600_000 }
const MEMORY = 1024 ** 3 // bytes; 50 megapixels take about half of it
const MAX_PDF_BYTES = 16 * 1024 ** 2 // bytes of a PDF that is stored

/** Converts uploaded files to PDFs, in processes that can be killed. */
export type Converter = {
  /** Detects the file type by content. Throws only if the work was cut off from outside, never because of the file. */
  readonly convert: (bytes: Uint8Array) => Promise<Outcome>
  /** Ends every process; unfinished conversions throw. */
  readonly close: () => void
}

/**
 * A converter that starts its processes with the first file. Without an office, it refuses Word documents. `issuers` are
 * the certificates (PEM) of those whose signatures are trusted.
 */
export function createConverter(office: Office | undefined, issuers: readonly string[] = []): Converter {
  const running = new Set<() => void>()
  let closed = false

  async function runChild(request: ChildRequest): Promise<ChildReply | Ended> {
    const child = createChild(
      new URL('./converter-child.ts', import.meta.url),
      MEMORY,
      '--allow-addons',
      '--max-old-space-size=512',
    )
    running.add(child.kill)
    try {
      const answer = await child.ask(limits, request)
      // The reply is what converter-child.ts sends: a file cannot send anything in its place.
      return 'reply' in answer ? (answer.reply as ChildReply) : answer
    } finally {
      running.delete(child.kill)
      child.kill()
    }
  }

  async function convertDocx({ bytes, words }: Omit<ChildRequest, 'issuers'>): Promise<Outcome | Ended> {
    if (!office) return { refused: refusals.noWord }
    const converted = await office.convert(bytes)
    if ('failed' in converted) return { refused: refusals.brokenWord }
    if (!('pdf' in converted)) return converted
    // LibreOffice's PDF may link to files or lack words, so it is checked like every other PDF.
    const clean = await runChild({ bytes: converted.pdf, words, issuers })
    return 'kind' in clean ? { crashed: 'LibreOffice made no PDF.' } : clean
  }

  return {
    convert: async (bytes) => {
      const checked = await runChild({ bytes, words: '', issuers })
      const outcome =
        'kind' in checked ? await convertDocx({ bytes: checked.accepted ?? bytes, words: checked.words }) : checked
      if (closed || 'interrupted' in outcome) throw new Error('A conversion was interrupted.')
      if (!('pdf' in outcome)) return outcome
      if (outcome.pdf.length > MAX_PDF_BYTES) return { refused: refusals.tooLong }
      return { ...outcome, signatures: signaturesSchema.parse(outcome.signatures ?? []) }
    },
    close: () => {
      closed = true
      office?.close()
      for (const kill of running) kill()
    },
  }
}

/**
 * The certificates of SIGNATURE_ISSUERS, each as PEM. A file that cannot be read, or has none or a damaged one, is a startup
 * error.
 */
export function readIssuers({ signatureIssuers: file }: Pick<Settings, 'signatureIssuers'>): readonly string[] {
  if (file === undefined) return []
  try {
    const found = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (found.length === 0) throw new Error('It has none.')
    return found.map((pem) => new X509Certificate(pem).toString())
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw startupError(`SIGNATURE_ISSUERS must name a readable file of certificates (PEM): ${file}${why}.`, error)
  }
}

/** The same converter, with the outcome of every conversion counted. */
export const countedConverter = (converter: Converter, metrics: Pick<Metrics, 'count'>): Converter => ({
  ...converter,
  convert: async (bytes) => {
    try {
      const outcome = await converter.convert(bytes)
      metrics.count('causeway_conversions_total', { outcome: nameOf(outcome) })
      return outcome
    } catch (error) {
      metrics.count('causeway_conversions_total', { outcome: 'interrupted' })
      throw error
    }
  },
})

function nameOf(outcome: Outcome) {
  if ('pdf' in outcome) return 'converted'
  if ('refused' in outcome) return 'refused'
  if ('crashed' in outcome) return 'crashed'
  return 'exhausted' in outcome ? 'exhausted' : 'late'
}
