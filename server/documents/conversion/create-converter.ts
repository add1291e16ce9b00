import type { Metrics } from '../../platform/metrics/index.ts'
import { createChild, type Limits } from './create-child.ts'
import { type ChildReply, type ChildRequest, type Ended, type Office, type Outcome, refusals } from './outcome.ts'

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

/** A converter that starts its processes with the first file. Without an office, it refuses Word documents. */
export function createConverter(office: Office | undefined): Converter {
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

  async function convertDocx({ bytes, words }: ChildRequest): Promise<Outcome | Ended> {
    if (!office) return { refused: refusals.noWord }
    const converted = await office.convert(bytes)
    if ('failed' in converted) return { refused: refusals.brokenWord }
    if (!('pdf' in converted)) return converted
    // LibreOffice's PDF may link to files or lack words, so it is checked like every other PDF.
    const clean = await runChild({ bytes: converted.pdf, words })
    return 'kind' in clean ? { crashed: 'LibreOffice made no PDF.' } : clean
  }

  return {
    convert: async (bytes) => {
      const checked = await runChild({ bytes, words: '' })
      const outcome =
        'kind' in checked ? await convertDocx({ bytes: checked.accepted ?? bytes, words: checked.words }) : checked
      if (closed || 'interrupted' in outcome) throw new Error('A conversion was interrupted.')
      return 'pdf' in outcome && outcome.pdf.length > MAX_PDF_BYTES ? { refused: refusals.tooLong } : outcome
    },
    close: () => {
      closed = true
      office?.close()
      for (const kill of running) kill()
    },
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
